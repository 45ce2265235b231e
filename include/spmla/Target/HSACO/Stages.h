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

/// All names in order, separated by commas.
std::string stageNames();

/// Fails on an unknown name with a text that lists all stages.
llvm::Expected<Stage> parseStage(llvm::StringRef name);

/// What happens to the products of the stages besides being handed on.
struct StageFiles {
  /// Folder that receives NN-STAGE.EXT for each product; empty: none is
  /// written. Created when absent.
  std::string saveTemps;
  /// Files that take the place of what a stage produced. Stages before the
  /// last replaced one do not run: nothing would use their product.
  std::map<Stage, std::string> overrides;

  /// Adds one "STAGE=FILE"; the stage must exist and the file be readable.
  llvm::Error addOverride(llvm::StringRef text);

  bool isReplaced(Stage stage) const { return overrides.count(stage) != 0; }

  /// True if a stage after `stage` is replaced.
  bool isSkipped(Stage stage) const;

  /// Fails if a stage after `last`, the last one to run, is replaced.
  llvm::Error checkEnd(Stage last) const;

  /// The contents of the file that replaces `stage`.
  llvm::Expected<std::string> read(Stage stage) const;

  /// Writes a product to `saveTemps`, if that is set.
  llvm::Error save(Stage stage, llvm::StringRef product) const;
};

/// Wall-clock time of one step.
struct StageTime {
  Stage stage;
  double milliseconds;
};

} // namespace spmla

#endif // SPMLA_TARGET_HSACO_STAGES_H
