#include "spmla/Target/HSACO/Stages.h"

#include "spmla/Target/HSACO/Files.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace spmla {

namespace {

struct StageEntry {
  Stage stage;
  StringLiteral name;
  StringLiteral extension;
};

// The position in this table is the number in the file's name.
constexpr StageEntry STAGES[] = {
    {Stage::Spmla, "spmla", "mlir"}, {Stage::Tile, "tile", "mlir"},
    {Stage::MLIR, "mlir", "mlir"},   {Stage::LLVM, "llvm", "ll"},
    {Stage::Opt, "opt", "ll"},       {Stage::Asm, "asm", "s"},
    {Stage::Obj, "obj", "o"},        {Stage::HSACO, "hsaco", "hsaco"},
};

const StageEntry &entryOf(Stage stage) {
  return STAGES[static_cast<size_t>(stage)];
}

} // namespace

StringRef stageName(Stage stage) { return entryOf(stage).name; }

std::string stageNames() {
  return join(
      map_range(STAGES,
                [](const StageEntry &entry) { return entry.name.str(); }),
      ", ");
}

Expected<Stage> parseStage(StringRef name) {
  for (const StageEntry &entry : STAGES)
    if (entry.name == name)
      return entry.stage;
  return createStringError("expects stage to be one of " + stageNames() +
                           ", got '" + name + "'");
}

Error StageFiles::addOverride(StringRef text) {
  auto [name, path] = text.split('=');
  Expected<Stage> stage = parseStage(name);
  if (!stage)
    return stage.takeError();
  if (path.empty())
    return createStringError("expects override to be STAGE=FILE, got '" + text +
                             "'");
  overrides[*stage] = path.str();
  return read(*stage).takeError();
}

bool StageFiles::isSkipped(Stage stage) const {
  return !overrides.empty() && overrides.rbegin()->first > stage;
}

Error StageFiles::checkEnd(Stage last) const {
  if (!isSkipped(last))
    return Error::success();
  return createStringError("expects replaced stages to be no later than " +
                           stageName(last) + ", got " +
                           stageName(overrides.rbegin()->first));
}

Expected<std::string> StageFiles::read(Stage stage) const {
  return readFile(overrides.at(stage));
}

Error StageFiles::save(Stage stage, StringRef product) const {
  if (saveTemps.empty())
    return Error::success();
  if (Error error = createFolder(saveTemps))
    return error;
  SmallString<128> path(saveTemps);
  const StageEntry &entry = entryOf(stage);
  sys::path::append(path, formatv("{0:D2}-{1}.{2}", static_cast<int>(stage),
                                  entry.name, entry.extension)
                              .str());
  return writeFile(path, product);
}

} // namespace spmla
