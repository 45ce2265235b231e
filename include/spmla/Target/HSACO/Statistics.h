//===- Statistics.h - Figures of a kernel's code ----------------*- C++ -*-===//

#ifndef SPMLA_TARGET_HSACO_STATISTICS_H
#define SPMLA_TARGET_HSACO_STATISTICS_H

#include "spmla/Target/HSACO/CodeObject.h"

#include "llvm/Support/Error.h"

#include <cstdint>
#include <map>
#include <string>

namespace spmla {
struct KernelSpec;

/// Sorted by key.
using Statistics = std::map<std::string, uint64_t>;

/// vgpr, agpr, sgpr, vgpr_spill, sgpr_spill, scratch, lds, waves_per_simd and
/// workgroups_per_cu, as in ResourceUsage.
void addResourceStatistics(const ResourceUsage &resources,
                           Statistics &statistics);

/// Figures read off the listing of a kernel:
///   instructions      all of the kernel, cold blocks included
///   op.MNEMONIC       how many of them have this mnemonic (encoding suffixes
///                     _e32 and _e64 removed)
///   loop.CLASS        one wave's hot path through the tile loop (HotPath.h)
///                     by InstructionClass; they sum to loop.instructions.
///                     A branch to a cold block counts, the block does not.
///   loop.accvgpr      the part of loop.valu that moves accumulation registers
///   loop.vgpr_copies  the part of loop.valu that copies vector registers
///   loop.lds_bytes    bytes that the 64 lanes of the wave move into and out
///                     of LDS on that path, LDS-DMA included (1024 to a KiB);
///                     lanes that EXEC or a range check masks count as active
/// No loop.* without a loop of matrix instructions.
llvm::Error addListingStatistics(llvm::StringRef assembly,
                                 Statistics &statistics);

/// What the gathers of a specification ask memory for (LineRequests.h), per 64
/// tokens, the mean of even and of odd rows; rows abut:
///   loop.lines         requests for 128-byte lines, load by load
///   loop.lines_merged  where the halves of a line merge that two gathers of a
///                      wave in a row ask for
void addLineStatistics(const KernelSpec &spec, Statistics &statistics);

/// Resources and listing of one code object.
llvm::Expected<Statistics> collectStatistics(const CodeObject &object);

/// One "key: value" line per figure.
std::string formatStatistics(const Statistics &statistics);

} // namespace spmla

#endif // SPMLA_TARGET_HSACO_STATISTICS_H
