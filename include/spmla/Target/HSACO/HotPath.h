//===- HotPath.h - One wave's way through the tile loop ---------*- C++ -*-===//

#ifndef SPMLA_TARGET_HSACO_HOTPATH_H
#define SPMLA_TARGET_HSACO_HOTPATH_H

#include "spmla/Target/HSACO/Listing.h"

#include <vector>

namespace spmla {

/// The blocks, header first, that a wave runs in one trip through the
/// steady-state tile loop: the innermost natural loop with the most matrix
/// instructions, without its cold blocks. Where both sides of a branch are
/// hot, the side with more instructions counts, so that the path is an upper
/// bound. Empty if no loop holds a matrix instruction. Fails if the hot part
/// of that loop holds another loop, for then a trip has no fixed length.
llvm::Expected<std::vector<unsigned>> findHotPath(const Listing &listing);

} // namespace spmla

#endif // SPMLA_TARGET_HSACO_HOTPATH_H
