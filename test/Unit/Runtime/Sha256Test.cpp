//===- Sha256Test.cpp -----------------------------------------------------===//

#include "Sha256.h"

#include "gtest/gtest.h"

#include <string>

using spmla::runtime::sha256;

static std::string digest(const std::string &text) {
  return sha256(text.data(), text.size());
}

// NIST, "Secure Hash Standard" examples, and the empty message.
TEST(Sha256, MatchesPublishedDigests) {
  EXPECT_EQ(digest(""), "e3b0c44298fc1c149afbf4c8996fb924"
                        "27ae41e4649b934ca495991b7852b855");
  EXPECT_EQ(digest("abc"), "ba7816bf8f01cfea414140de5dae2223"
                           "b00361a396177a9cb410ff61f20015ad");
  EXPECT_EQ(digest("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"),
            "248d6a61d20638b8e5c026930c3e6039"
            "a33ce45964ff2167f6ecedd419db06c1");
  EXPECT_EQ(digest(std::string(1000000, 'a')),
            "cdc76e5c9914fb9281a1c7e284d73e67"
            "f1809a48a497200e046d39ccc7112cd0");
}

// Every length of the padding; a chained digest of all, computed with
// Python's hashlib.
TEST(Sha256, PadsEveryLength) {
  std::string chain;
  for (size_t length = 0; length != 130; ++length)
    chain = digest(chain + std::string(length, 'x'));
  EXPECT_EQ(chain, "c506047759ecc50e9885f406bdd88413"
                   "79debb0dd0958b99b912717ef2974d56");
}
