//===- ColdBlocks.h - Name the blocks that hardly ever run ------*- C++ -*-===//

#ifndef SPMLA_TARGET_HSACO_COLDBLOCKS_H
#define SPMLA_TARGET_HSACO_COLDBLOCKS_H

namespace llvm {
class Function;
} // namespace llvm

namespace spmla {

/// Gives every cold block of `function` a name that begins with
/// COLD_BLOCK_PREFIX (Listing.h) and takes such names from all others. An edge
/// is cold if its branch weight is at most 1:1000 of the other edges' sum; a
/// block is cold if every way to it takes a cold edge. Names change no code:
/// they carry what only the IR knows into the assembly listing, where the
/// backend prints them as comments, so that the listing says by itself which
/// blocks are cold. Returns the number of cold blocks.
unsigned nameColdBlocks(llvm::Function &function);

} // namespace spmla

#endif // SPMLA_TARGET_HSACO_COLDBLOCKS_H
