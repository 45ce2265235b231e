//===- HazardRules.cpp - Wait states between instructions -----------------===//

#include "HazardRules.h"

#include <iterator>

namespace spmla {
namespace emu {
namespace strict {

namespace {

constexpr uint8_t kBoth = kGfx942 | kGfx950;
constexpr uint32_t kValuOrMemory = kValu | kLds | kVmem;
using R = HazardRelation;

} // namespace

const HazardRule kHazardRules[] = {
    // An MFMA's result. gfx950 needs one wait state more on the matrix core. C
    // is forwarded only between MFMA of as many passes (CDNA3 ISA, table 37;
    // CDNA4 ISA, table 38), of which LLVM 22 does not know.
    {kXdl, kValuOrMemory, R::Reads, 3, kGfx942},
    {kXdl, kValuOrMemory, R::Reads, 4, kGfx950},
    {kXdl, kValuOrMemory, R::Overwrites, 3, kGfx942},
    {kXdl, kValuOrMemory, R::Overwrites, 4, kGfx950},
    {kXdl, kMatrix, R::ReadsAsFactor, 3, kGfx942},
    {kXdl, kMatrix, R::ReadsAsFactor, 4, kGfx950},
    {kXdl, kMatrix, R::ReadsAsC, 1, kGfx942},
    {kXdl, kMatrix, R::ReadsAsC, 2, kGfx950},
    {kSgemm, kValuOrMemory, R::Reads, 2, kBoth},
    {kSgemm, kValuOrMemory, R::Overwrites, 2, kBoth},
    {kSgemm, kMatrix, R::ReadsAsFactor, 2, kBoth},
    {kSgemm, kSgemm, R::ReadsAsC, 0, kBoth},
    // Its C, which it reads as it goes.
    {kXdl, kValuOrMemory, R::OverwritesC, -1, kBoth},

    // Results on their way into an MFMA.
    {kNotDot, kMatrix, R::Reads, 2, kBoth},
    {kWritesExec, kMatrix, R::Follows, 4, kBoth},

    // A dot product accumulates in place without waiting.
    {kDot, kDot, R::ReadsAsFactor, 3, kBoth},
    {kDot, kValuOrMemory, R::ReadsElsewhere, 3, kBoth},
    {kDot, kValuOrMemory, R::OverwritesElsewhere, 3, kBoth},

    // Results that are not forwarded in time.
    {kTranscendental, kNotTranscendental, R::Reads, 1, kBoth},
    {kShiftsResult, kValu, R::Reads, 1, kBoth},
    {kShiftsResult, kValu | kMatrix, R::Overwrites, 1, kBoth},
    {kValu, kDpp, R::Reads, 2, kBoth},
    {kValu, kReadsLane, R::Reads, 1, kBoth},
    {kValu, kPermlane, R::Reads, 2, kGfx950},

    // Scalar registers, VCC and EXEC that the vector ALU writes.
    {kWritesScalar, kValu, R::ReadsScalar, 2, kBoth},
    {kWritesScalar, kVmem, R::ReadsScalar, 5, kBoth},
    {kWritesScalar, kAccessesLane, R::SelectsLane, 4, kBoth},
    {kWritesVcc, kDivFmas, R::Follows, 4, kBoth},
    {kWritesExec, kVmem, R::Follows, 5, kBoth},
    {kWritesExec, kDpp, R::Follows, 5, kBoth},
    {kWritesExec, kAccessesLane, R::Follows, 4, kBoth},
    {kWritesExec, kPermlane, R::Follows, 4, kGfx950},

    // Store data is read late. With an offset in an SGPR one wait state was
    // measured on gfx950; LLVM 22 does not know of it, later versions do.
    {kWideStore, kValu | kMatrix, R::OverwritesData, 2, kBoth},
    {kWideStoreSoffset, kValu | kMatrix, R::OverwritesData, 1, kBoth},

    // Scalar state.
    {kSaluWritesM0, kLdsDma, R::Follows, 1, kBoth},
    {kSetMode, kSetMode | kGetMode, R::Follows, 2, kBoth},
};

const unsigned kNumHazardRules = static_cast<unsigned>(std::size(kHazardRules));

} // namespace strict
} // namespace emu
} // namespace spmla
