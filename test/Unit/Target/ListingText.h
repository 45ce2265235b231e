//===- ListingText.h - Listings for tests -----------------------*- C++ -*-===//

#ifndef SPMLA_TEST_UNIT_TARGET_LISTINGTEXT_H
#define SPMLA_TEST_UNIT_TARGET_LISTINGTEXT_H

#include "spmla/Target/HSACO/Listing.h"

#include "gtest/gtest.h"

/// The body between the lines that LLVM prints around a kernel.
inline std::string kernelListing(const std::string &body) {
  return "\t.amdgcn_target \"amdgcn-amd-amdhsa--gfx950\"\n"
         "\t.text\n"
         "\t.globl\tk                               ; -- Begin function k\n"
         "\t.p2align\t8\n"
         "\t.type\tk,@function\n"
         "k:                                      ; @k\n"
         "; %bb.0:                                ; %entry\n" +
         body +
         "\t.section\t.rodata,\"a\",@progbits\n"
         "\t.amdhsa_kernel k\n"
         "\t\t.amdhsa_next_free_vgpr 8\n"
         "\t.end_amdhsa_kernel\n"
         "\t.text\n"
         ".Lfunc_end0:\n"
         "\t.size\tk, .Lfunc_end0-k\n"
         "                                        ; -- End function\n"
         "\t.set .Lk.num_vgpr, 8\n"
         "; NumVgprs: 8\n"
         "\t.amdgpu_metadata\n"
         "---\n"
         "amdhsa.kernels:\n"
         "  - .args:           []\n"
         "    .name:           k\n"
         "...\n"
         "\t.end_amdgpu_metadata\n";
}

/// The parsed kernel of a body that must be right.
inline spmla::Listing parseBody(const std::string &body) {
  llvm::Expected<spmla::Listing> listing =
      spmla::parseListing(kernelListing(body));
  if (!listing) {
    ADD_FAILURE() << llvm::toString(listing.takeError());
    return {};
  }
  return std::move(*listing);
}

#endif // SPMLA_TEST_UNIT_TARGET_LISTINGTEXT_H
