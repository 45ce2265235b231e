#include "spmla/Target/HSACO/ColdBlocks.h"

#include "spmla/Target/HSACO/Listing.h"

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/ProfDataUtils.h"

#include <numeric>

using namespace llvm;

namespace spmla {

namespace {

constexpr uint64_t COLD_RATIO = 1000;

/// One flag per successor of `block`.
SmallVector<bool, 2> findColdEdges(const BasicBlock &block) {
  const Instruction *terminator = block.getTerminator();
  SmallVector<bool, 2> cold(terminator->getNumSuccessors(), false);
  SmallVector<uint32_t, 2> weights;
  if (!extractBranchWeights(*terminator, weights) ||
      weights.size() != cold.size())
    return cold;
  uint64_t total = std::accumulate(weights.begin(), weights.end(), uint64_t(0));
  for (size_t i = 0; i < weights.size(); ++i)
    cold[i] = uint64_t(weights[i]) * COLD_RATIO <= total - weights[i];
  return cold;
}

SmallPtrSet<const BasicBlock *, 16> findHotBlocks(const Function &function) {
  const BasicBlock *entry = &function.getEntryBlock();
  SmallPtrSet<const BasicBlock *, 16> hot = {entry};
  SmallVector<const BasicBlock *> pending = {entry};
  while (!pending.empty()) {
    const BasicBlock *block = pending.pop_back_val();
    SmallVector<bool, 2> cold = findColdEdges(*block);
    const Instruction *terminator = block->getTerminator();
    for (unsigned i = 0; i < cold.size(); ++i)
      if (!cold[i] && hot.insert(terminator->getSuccessor(i)).second)
        pending.push_back(terminator->getSuccessor(i));
  }
  return hot;
}

} // namespace

unsigned nameColdBlocks(Function &function) {
  SmallPtrSet<const BasicBlock *, 16> hot = findHotBlocks(function);
  unsigned count = 0;
  for (BasicBlock &block : function) {
    bool isNamed = block.getName().starts_with(COLD_BLOCK_PREFIX);
    if (hot.count(&block)) {
      if (isNamed)
        block.setName("");
      continue;
    }
    ++count;
    if (!isNamed)
      block.setName(COLD_BLOCK_PREFIX);
  }
  return count;
}

} // namespace spmla
