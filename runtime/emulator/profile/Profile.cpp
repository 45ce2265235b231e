//===- Profile.cpp - What launches have executed --------------------------===//

#include "Profile.h"
#include "../ClassNames.h"
#include "HotLoop.h"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

namespace spmla {
namespace emu {
namespace profile {

namespace {

using nlohmann::ordered_json;

ordered_json toJson(const InstructionCounts &counts) {
  ordered_json object = ordered_json::object();
  for (const Counter &counter : kCounters)
    if (uint64_t value = counts.*counter.member)
      object[counter.name] = value;
  return object;
}

ordered_json toJson(const Kernel &kernel, const Counts &counts) {
  const Program &program = *kernel.program;
  const auto &all = counts.instructions;
  std::array<InstructionCounts, kNumInstClasses> classes;
  InstructionCounts total;
  size_t begin = all.size(), end = 0; // what was executed
  for (size_t i = 0; i < all.size(); ++i) {
    if (!all[i].executions)
      continue;
    begin = std::min(begin, i);
    end = i + 1;
    classes[static_cast<size_t>(program.instructions[i].cls)] += all[i];
    total += all[i];
  }

  auto pc = [&](size_t i) { return program.sectionAddress + program.pcs[i]; };
  ordered_json object;
  object["workgroups"] = counts.workgroups;
  object["waves"] = counts.waves;
  object["distinct_lines_read"] = counts.linesRead.size();
  object["distinct_lines_written"] = counts.linesWritten.size();
  object["total"] = toJson(total);
  object["classes"] = ordered_json::object();
  for (unsigned c = 0; c < kNumInstClasses; ++c)
    object["classes"][nameOf(static_cast<InstClass>(c))] = toJson(classes[c]);
  object["hot_loop"] = nullptr;
  if (std::optional<HotLoop> loop = findHotLoop(program, all, kernel.entry))
    object["hot_loop"] = {{"first", pc(loop->first)}, {"last", pc(loop->last)}};
  object["instructions"] = ordered_json::array();
  for (size_t i = begin; i < end; ++i) {
    const Instruction &in = program.instructions[i];
    ordered_json line;
    line["pc"] = pc(i);
    line["text"] = program.lines[i];
    line["class"] = nameOf(in.cls);
    line.update(toJson(all[i]));
    object["instructions"].push_back(std::move(line));
  }
  return object;
}

} // namespace

void Profile::add(const std::shared_ptr<const CodeObject> &object,
                  const Kernel &kernel, const Counts &counts) {
  auto same = [&](const KernelProfile &k) { return k.kernel == &kernel; };
  auto found = std::find_if(kernels.begin(), kernels.end(), same);
  if (found == kernels.end())
    found = kernels.insert(found, {object, &kernel, 0, Counts()});
  ++found->launches;
  found->counts += counts;
}

std::string Profile::json() const {
  ordered_json list = ordered_json::array();
  for (const KernelProfile &k : kernels) {
    ordered_json object;
    object["name"] = k.kernel->metadata.name;
    object["arch"] = k.object->arch().name;
    object["launches"] = k.launches;
    object.update(toJson(*k.kernel, k.counts));
    list.push_back(std::move(object));
  }
  ordered_json profile;
  profile["kernels"] = std::move(list);
  // A symbol's name may be any bytes.
  return profile.dump(-1, ' ', false, ordered_json::error_handler_t::replace);
}

} // namespace profile
} // namespace emu
} // namespace spmla
