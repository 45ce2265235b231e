#include "spmla/Target/HSACO/Statistics.h"

#include "spmla/Kernel/KernelSpec.h"
#include "spmla/Kernel/LineRequests.h"
#include "spmla/Kernel/TargetLimits.h"
#include "spmla/Target/HSACO/HotPath.h"
#include "spmla/Target/HSACO/InstructionClass.h"

#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace spmla {

namespace {

Error addLoopInstruction(const ListingInstruction &instruction,
                         Statistics &statistics) {
  Expected<InstructionClass> kind = classify(instruction);
  if (!kind)
    return kind.takeError();
  Expected<unsigned> bytes = ldsBytesPerLane(instruction);
  if (!bytes)
    return bytes.takeError();
  statistics["loop.instructions"] += 1;
  statistics["loop." + className(*kind).str()] += 1;
  statistics["loop.accvgpr"] += movesAGPR(instruction);
  statistics["loop.vgpr_copies"] += copiesVGPR(instruction);
  statistics["loop.lds_bytes"] += *bytes * WAVE_SIZE;
  return Error::success();
}

} // namespace

void addResourceStatistics(const ResourceUsage &resources,
                           Statistics &statistics) {
  statistics["vgpr"] = resources.vgpr;
  statistics["agpr"] = resources.agpr;
  statistics["sgpr"] = resources.sgpr;
  statistics["vgpr_spill"] = resources.vgprSpill;
  statistics["sgpr_spill"] = resources.sgprSpill;
  statistics["scratch"] = resources.scratch;
  statistics["lds"] = resources.lds;
  statistics["waves_per_simd"] = resources.wavesPerSIMD;
  statistics["workgroups_per_cu"] = resources.workgroupsPerCU;
}

Error addListingStatistics(StringRef assembly, Statistics &statistics) {
  Expected<Listing> listing = parseListing(assembly);
  if (!listing)
    return listing.takeError();
  statistics["instructions"] = 0;
  for (const ListingBlock &block : listing->blocks)
    for (const ListingInstruction &instruction : block.instructions) {
      statistics["instructions"] += 1;
      statistics["op." + instruction.mnemonic] += 1;
    }
  Expected<std::vector<unsigned>> path = findHotPath(*listing);
  if (!path)
    return path.takeError();
  if (path->empty())
    return Error::success();
  for (InstructionClass kind : allInstructionClasses())
    statistics["loop." + className(kind).str()] = 0;
  for (unsigned block : *path)
    for (const ListingInstruction &instruction :
         listing->blocks[block].instructions)
      if (Error error = addLoopInstruction(instruction, statistics))
        return error;
  return Error::success();
}

void addLineStatistics(const KernelSpec &spec, Statistics &statistics) {
  LineRequests even = countLineRequests(spec, /*hasOddRows=*/false);
  LineRequests odd = countLineRequests(spec, /*hasOddRows=*/true);
  statistics["loop.lines"] = (even.perLoad + odd.perLoad) / 2;
  statistics["loop.lines_merged"] = (even.merged + odd.merged) / 2;
}

Expected<Statistics> collectStatistics(const CodeObject &object) {
  Statistics statistics;
  addResourceStatistics(object.resources, statistics);
  if (Error error = addListingStatistics(object.assembly, statistics))
    return std::move(error);
  return statistics;
}

std::string formatStatistics(const Statistics &statistics) {
  std::string text;
  raw_string_ostream os(text);
  for (const auto &[key, value] : statistics)
    os << key << ": " << value << '\n';
  return text;
}

} // namespace spmla
