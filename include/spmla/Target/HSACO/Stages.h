//===- Stages.h - The steps from a specification to .hsaco ------*- C++ -*-===//
//
// Every product on the way can be written to a file and replaced by one.
//
//===----------------------------------------------------------------------===//

#ifndef SPMLA_TARGET_HSACO_STAGES_H
#define SPMLA_TARGET_HSACO_STAGES_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <map>
#include <string>
#include <vector>

namespace spmla {

/// In the order in which they run.
enum class Stage {
  Spmla, ///< "spmla": tile-level IR as built from the specification.
  Tile,  ///< "tile": after the pipeline spmla-to-tile.
  MLIR,  ///< "mlir": after spmla-to-llvm: llvm and rocdl dialects.
  LLVM,  ///< "llvm": LLVM IR before optimisation.
  Opt,   ///< "opt": LLVM IR after O3, cold blocks named.
  Asm,   ///< "asm": assembly listing.
  Obj,   ///< "obj": relocatable ELF.
  HSACO, ///< "hsaco": linked code object.
};

/// The name that command lines and file names use.
llvm::StringRef stageName(Stage stage);

/// Fails on an unknown name with a text that lists all stages.
llvm::Expected<Stage> parseStage(llvm::StringRef name);

/// What happens to the products of the stages besides being handed on.
struct StageFiles {
  /// Folder that receives NN-STAGE.EXT for each product; empty: none is
  /// written. Created when absent.
  std::string saveTemps;
  /// Files that take the place of what a stage produced.
  std::map<Stage, std::string> overrides;

  /// Parses one "STAGE=FILE" into `overrides`; the file must be readable.
  llvm::Error addOverride(llvm::StringRef text);

  /// The file that replaces the product of `stage`, or `product` itself;
  /// written to `saveTemps` if asked for.
  llvm::Expected<std::string> exchange(Stage stage, std::string product) const;

  /// True if a stage after `stage` is replaced by a file.
  bool overridesAfter(Stage stage) const;
};

/// Wall-clock time of one step.
struct StageTime {
  Stage stage;
  double milliseconds;
};

} // namespace spmla

#endif // SPMLA_TARGET_HSACO_STAGES_H
