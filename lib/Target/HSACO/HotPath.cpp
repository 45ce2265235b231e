#include "spmla/Target/HSACO/HotPath.h"

#include "spmla/Target/HSACO/InstructionClass.h"

#include "llvm/ADT/STLExtras.h"

#include <map>
#include <set>

using namespace llvm;

namespace spmla {

namespace {

struct Loop {
  unsigned header;
  std::set<unsigned> latches;
  std::set<unsigned> body;
};

/// The part of the control-flow graph that is reached without entering a cold
/// block.
class HotGraph {
public:
  explicit HotGraph(const Listing &listing)
      : blocks(listing.blocks), position(blocks.size()),
        predecessors(blocks.size()) {
    visit(0);
    std::reverse(order.begin(), order.end());
    for (auto [index, block] : enumerate(order))
      position[block] = index;
    for (unsigned block : order)
      for (unsigned next : hotSuccessors(block))
        predecessors[next].push_back(block);
    findDominators();
  }

  /// Natural loops; loops with one header are one.
  std::vector<Loop> loops() const {
    std::map<unsigned, Loop> byHeader;
    for (unsigned block : order)
      for (unsigned next : hotSuccessors(block))
        if (dominates(next, block))
          addBackEdge(byHeader[next], block, next);
    std::vector<Loop> result;
    result.reserve(byHeader.size());
    for (auto &[header, loop] : byHeader)
      result.push_back(std::move(loop));
    return result;
  }

  /// The way from the loop's header to a latch that runs the most
  /// instructions. The body holds no other loop.
  std::vector<unsigned> longestTrip(const Loop &loop) const {
    // Reverse post-order visits every block after its predecessors.
    std::vector<unsigned> body(loop.body.begin(), loop.body.end());
    llvm::sort(body, [&](unsigned a, unsigned b) {
      return position[a] < position[b];
    });
    std::map<unsigned, size_t> length;
    std::map<unsigned, unsigned> previous;
    for (unsigned block : body) {
      size_t best = 0;
      if (block != loop.header)
        for (unsigned from : predecessors[block])
          if (length[from] > best) {
            best = length[from];
            previous[block] = from;
          }
      // One more, so that an empty block counts as visited.
      length[block] = best + blocks[block].instructions.size() + 1;
    }
    unsigned end =
        *llvm::max_element(loop.latches, [&](unsigned a, unsigned b) {
          return length[a] < length[b];
        });
    std::vector<unsigned> path{end};
    while (path.back() != loop.header)
      path.push_back(previous[path.back()]);
    std::reverse(path.begin(), path.end());
    return path;
  }

private:
  static constexpr unsigned NONE = ~0u;

  std::vector<unsigned> hotSuccessors(unsigned block) const {
    std::vector<unsigned> result;
    for (unsigned next : blocks[block].successors)
      if (!blocks[next].isCold && !is_contained(result, next))
        result.push_back(next);
    return result;
  }

  void visit(unsigned root) {
    std::set<unsigned> seen{root};
    std::vector<std::pair<unsigned, std::vector<unsigned>>> stack;
    stack.emplace_back(root, hotSuccessors(root));
    while (!stack.empty()) {
      auto &[block, pending] = stack.back();
      if (pending.empty()) {
        order.push_back(block);
        stack.pop_back();
        continue;
      }
      unsigned next = pending.back();
      pending.pop_back();
      if (seen.insert(next).second)
        stack.emplace_back(next, hotSuccessors(next));
    }
  }

  /// Immediate dominators by iteration over the reverse post-order (Cooper,
  /// Harvey and Kennedy, "A simple, fast dominance algorithm").
  void findDominators() {
    dominator.assign(blocks.size(), NONE);
    dominator[order.front()] = order.front();
    for (bool changed = true; changed;) {
      changed = false;
      for (unsigned block : drop_begin(order)) {
        unsigned common = NONE;
        for (unsigned from : predecessors[block])
          if (dominator[from] != NONE)
            common = common == NONE ? from : intersect(common, from);
        if (dominator[block] != common) {
          dominator[block] = common;
          changed = true;
        }
      }
    }
  }

  unsigned intersect(unsigned a, unsigned b) const {
    while (a != b) {
      while (position[a] > position[b])
        a = dominator[a];
      while (position[b] > position[a])
        b = dominator[b];
    }
    return a;
  }

  bool dominates(unsigned above, unsigned block) const {
    while (position[block] > position[above])
      block = dominator[block];
    return block == above;
  }

  void addBackEdge(Loop &loop, unsigned latch, unsigned header) const {
    loop.header = header;
    loop.latches.insert(latch);
    loop.body.insert(header);
    std::vector<unsigned> pending{latch};
    while (!pending.empty()) {
      unsigned block = pending.back();
      pending.pop_back();
      if (loop.body.insert(block).second)
        llvm::append_range(pending, predecessors[block]);
    }
  }

  const std::vector<ListingBlock> &blocks;
  std::vector<unsigned> order; // reverse post-order
  std::vector<unsigned> position;
  std::vector<std::vector<unsigned>> predecessors;
  std::vector<unsigned> dominator; // NONE: not reached yet
};

bool isInside(const Loop &inner, const Loop &outer) {
  return &inner != &outer && outer.body.count(inner.header);
}

Expected<size_t> countMFMA(const ListingBlock &block) {
  size_t count = 0;
  for (const ListingInstruction &instruction : block.instructions) {
    Expected<InstructionClass> kind = classify(instruction);
    if (!kind)
      return kind.takeError();
    count += *kind == InstructionClass::MFMA;
  }
  return count;
}

} // namespace

Expected<std::vector<unsigned>> findHotPath(const Listing &listing) {
  HotGraph graph(listing);
  std::vector<Loop> loops = graph.loops();
  const Loop *tileLoop = nullptr;
  size_t most = 0;
  for (const Loop &loop : loops) {
    // A block counts for the innermost loop that holds it.
    size_t count = 0;
    for (unsigned block : loop.body) {
      if (any_of(loops, [&](const Loop &inner) {
            return isInside(inner, loop) && inner.body.count(block);
          }))
        continue;
      Expected<size_t> mfma = countMFMA(listing.blocks[block]);
      if (!mfma)
        return mfma.takeError();
      count += *mfma;
    }
    if (count > most) {
      most = count;
      tileLoop = &loop;
    }
  }
  if (!tileLoop)
    return std::vector<unsigned>();
  for (const Loop &inner : loops)
    if (isInside(inner, *tileLoop))
      return createStringError(
          "expects tile loop %s of %s to be an innermost loop, got loop %s in "
          "it",
          listing.blocks[tileLoop->header].label.c_str(),
          listing.kernel.c_str(), listing.blocks[inner.header].label.c_str());
  return graph.longestTrip(*tileLoop);
}

} // namespace spmla
