//===- Generate.cpp - A kernel generated in process -----------------------===//

#include "Generate.h"

#include "spmla/Target/HSACO/CodeObjectFiles.h"
#include "spmla/Target/HSACO/Generate.h"

using namespace spmla;

bool spmla::run::generateFiles(const KernelSpec &spec,
                               const std::string &folder, std::string &hsaco,
                               std::string &error) {
  llvm::Expected<CodeObject> object = generateKernel(spec);
  if (!object) {
    error = llvm::toString(object.takeError());
    return false;
  }
  hsaco = folder + "/" + object->kernel + ".hsaco";
  if (llvm::Error failure = writeCodeObject(hsaco, spec, *object)) {
    error = llvm::toString(std::move(failure));
    return false;
  }
  return true;
}
