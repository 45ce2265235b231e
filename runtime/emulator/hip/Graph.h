//===- Graph.h - Graphs of device work ------------------------*- C++ -*-===//
//
// Everything here wants State's lock to be held.
//
//===----------------------------------------------------------------------===//

#ifndef SPMLA_EMULATOR_HIP_GRAPH_H
#define SPMLA_EMULATOR_HIP_GRAPH_H

#include "Work.h"

#include <cstdint>
#include <vector>

namespace spmla {
namespace hip {

struct hipGraphNode {
  ihipGraph *graph;
  uint64_t id; // of this node alone, in the whole process
  emu::WorkPtr work;
  std::vector<hipGraphNode_t> dependencies; // each once
};

struct ihipGraph {
  std::vector<std::unique_ptr<hipGraphNode>> nodes; // as they were added

  hipGraphNode_t add(const emu::WorkPtr &work,
                     const std::vector<hipGraphNode_t> &dependencies);
  bool has(hipGraphNode_t node) const;
};

// A snapshot of a graph that can be launched.
struct hipGraphExec {
  struct Step {
    uint64_t node; // id of the one it was made from
    emu::WorkPtr work;
    std::vector<size_t> dependencies; // earlier and later steps, sorted
  };
  std::vector<Step> steps;   // as the nodes were added
  std::vector<size_t> order; // that respects the dependencies

  Step *find(uint64_t node);
};

} // namespace hip

namespace emu {

// The steps of a graph, in the order of its nodes.
std::vector<hip::hipGraphExec::Step> stepsOf(const hip::ihipGraph &graph);
// An order in which every step comes behind its dependencies; shorter than
// `steps` if some depend on themselves.
std::vector<size_t> orderOf(const std::vector<hip::hipGraphExec::Step> &steps);

} // namespace emu
} // namespace spmla

#endif // SPMLA_EMULATOR_HIP_GRAPH_H
