//===- Select.cpp - Which kernel suits a problem --------------------------===//

#include "spmla/Kernel/Select.h"

namespace spmla {

// Wave instructions of one workgroup, executed on the emulator for lists of 1
// to 4096 valid slots, 16 heads, 512+64 columns: fixed + per 64 tokens.
//   q       dot    direct        solo          equal at
//   e4m3fn  fp8    1644 + 528    2495 + 446    10.4 tiles
//   e4m3fn  bf16   1712 + 664    2495 + 540     6.3 tiles
//   bf16    fp8    3596 + 528    3769 + 446     2.1 tiles
// 512+0 columns move the second by less than a tile and the third to 4; with 8
// heads the second is at 9. Solo steps by 128 tokens, so around the crossing
// the better one alternates. Where a bf16 q is split in two terms, solo starts
// below direct (8 heads: 4474 + 502 against 5400 + 576) and stays there.
// Counted where no maximum grows after the first tile. With dot fp8 maxima are
// exact, and on gaussian logits (e4m3fn q, 16 heads) the slow path moves the
// crossing: direct and solo execute 6894 and 7199 for 512 slots, 12011 and
// 12212 for 1024, 21694 and 21496 for 2048.
static int64_t fewestTokensOfSolo(QType q, Dot dot) {
  if (q == QType::bf16)
    return dot == Dot::fp8 ? 3 * 64 : 0;
  return dot == Dot::fp8 ? 10 * 64 : 8 * 64;
}

Schedule selectSchedule(QType q, Dot dot, int64_t tokens) {
  return tokens < fewestTokensOfSolo(q, dot) ? Schedule::direct
                                             : Schedule::solo;
}

} // namespace spmla
