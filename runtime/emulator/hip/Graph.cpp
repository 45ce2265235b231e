//===- Graph.cpp - Graphs of device work ----------------------------------===//

#include "Graph.h"

#include <algorithm>
#include <map>

using namespace spmla;
using namespace spmla::hip;

hipGraphNode_t ihipGraph::add(const emu::WorkPtr &work,
                              const std::vector<hipGraphNode_t> &dependencies) {
  static uint64_t lastId = 0;
  nodes.push_back(std::unique_ptr<hipGraphNode>(
      new hipGraphNode{this, ++lastId, work, dependencies}));
  return nodes.back().get();
}

bool ihipGraph::has(hipGraphNode_t node) const {
  return std::any_of(nodes.begin(), nodes.end(),
                     [&](const auto &own) { return own.get() == node; });
}

hipGraphExec::Step *hipGraphExec::find(uint64_t node) {
  for (Step &step : steps)
    if (step.node == node)
      return &step;
  return nullptr;
}

std::vector<hipGraphExec::Step> emu::stepsOf(const ihipGraph &graph) {
  std::map<const hipGraphNode *, size_t> indices;
  for (const auto &node : graph.nodes)
    indices.emplace(node.get(), indices.size());
  std::vector<hipGraphExec::Step> steps;
  for (const auto &node : graph.nodes) {
    hipGraphExec::Step step = {node->id, node->work, {}};
    for (hipGraphNode_t dependency : node->dependencies)
      step.dependencies.push_back(indices.at(dependency));
    std::sort(step.dependencies.begin(), step.dependencies.end());
    steps.push_back(std::move(step));
  }
  return steps;
}

std::vector<size_t> emu::orderOf(const std::vector<hipGraphExec::Step> &steps) {
  std::vector<size_t> order;
  std::vector<bool> done(steps.size(), false);
  for (bool progress = true; progress;) {
    progress = false;
    for (size_t i = 0; i < steps.size(); ++i) {
      const std::vector<size_t> &before = steps[i].dependencies;
      if (done[i] || !std::all_of(before.begin(), before.end(),
                                  [&](size_t d) { return done[d]; }))
        continue;
      order.push_back(i);
      done[i] = progress = true;
    }
  }
  return order;
}
