//===- Listing.h - An assembly listing as a control-flow graph --*- C++ -*-===//

#ifndef SPMLA_TARGET_HSACO_LISTING_H
#define SPMLA_TARGET_HSACO_LISTING_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <string>
#include <vector>

namespace spmla {

/// Blocks of LLVM IR with names that begin so are cold (ColdBlocks.h); the
/// backend repeats the name in a comment at the head of the machine block.
constexpr llvm::StringLiteral COLD_BLOCK_PREFIX = "spmla.cold";

struct ListingInstruction {
  /// Without the encoding suffixes _e32 and _e64.
  std::string mnemonic;
  /// Without comment.
  std::string operands;
};

/// Straight-line code: control enters at the top and leaves at the bottom. A
/// branch ends a block, so that a machine block that ends with two branches is
/// two of these.
struct ListingBlock {
  /// ".LBB0_3", or empty where no branch leads here.
  std::string label;
  bool isCold = false;
  std::vector<ListingInstruction> instructions;
  /// Indices into Listing::blocks.
  std::vector<unsigned> successors;
};

/// The kernel of an assembly listing; blocks[0] is its entry.
struct Listing {
  std::string kernel;
  std::vector<ListingBlock> blocks;
};

/// Reads the listing that LLVM's AMDGPU backend prints with comments. Fails if
/// it holds no kernel or more than one function, and on branches whose target
/// is not a label of the listing.
llvm::Expected<Listing> parseListing(llvm::StringRef assembly);

} // namespace spmla

#endif // SPMLA_TARGET_HSACO_LISTING_H
