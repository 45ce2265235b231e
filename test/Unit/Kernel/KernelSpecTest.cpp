//===- KernelSpecTest.cpp - Completion and validation of specifications ---===//

#include "spmla/Kernel/KernelSpec.h"

#include <gtest/gtest.h>

using namespace spmla;

namespace {

std::string refusal(const KernelSpec &spec) {
  return validate(spec).value_or("");
}

} // namespace

TEST(KeyFields, AreInTheKeysOrder) {
  for (const KeyFieldInfo &info : keyFields())
    EXPECT_EQ(&keyField(info.field), &info) << info.words;
}

TEST(KeyValue, RoundTripsThroughText) {
  PartialSpec spec;
  std::string error;
  for (const KeyFieldInfo &info : keyFields()) {
    EXPECT_EQ(keyValue(spec, info.field), std::nullopt) << info.words;
    std::string text = info.values.size() ? info.values[0].spelling : "48";
    ASSERT_TRUE(setKeyValue(spec, info.field, text, error)) << error;
    EXPECT_EQ(keyValue(spec, info.field), text);
    EXPECT_EQ(keyValue(completeSpec(spec), info.field), text);
  }
}

TEST(KeyValue, RefusesWhatDoesNotExistAndKeepsTheSpecification) {
  PartialSpec spec;
  spec.format = CacheFormat::bf16;
  spec.rope = 64;
  std::string error;
  EXPECT_FALSE(setKeyValue(spec, KeyField::format, "fp4", error));
  EXPECT_EQ(error, "expects format to be bf16 or fp8_scalar, got fp4");
  // ROCm/aiter pull request 4919, review: caches of any one-byte type were
  // taken for e4m3.
  EXPECT_FALSE(setKeyValue(spec, KeyField::encoding, "e5m2", error));
  EXPECT_EQ(error, "expects encoding to be none, e4m3fn or e4m3fnuz, got e5m2");
  EXPECT_FALSE(setKeyValue(spec, KeyField::arch, "gfx90a", error));
  EXPECT_EQ(error, "expects arch to be gfx950 or gfx942, got gfx90a");
  EXPECT_FALSE(setKeyValue(spec, KeyField::programHeads, "7", error));
  EXPECT_EQ(error, "expects program heads to be 8, 16, 32 or 64, got 7");
  EXPECT_FALSE(setKeyValue(spec, KeyField::rope, "many", error));
  EXPECT_EQ(error, "expects rope to be a number from 0 to 999999999, got many");
  EXPECT_EQ(spec.format, CacheFormat::bf16);
  EXPECT_EQ(spec.rope, 64);
  EXPECT_FALSE(spec.arch || spec.encoding || spec.programHeads);
}

TEST(CompleteSpec, FillsInAShippedShape) {
  KernelSpec spec = completeSpec({});
  EXPECT_EQ(spec.arch, Arch::gfx950);
  EXPECT_EQ(spec.format, CacheFormat::fp8_scalar);
  EXPECT_EQ(spec.latent, 512);
  EXPECT_EQ(spec.rope, 64);
  EXPECT_EQ(refusal(spec), "");
}

TEST(CompleteSpec, TakesTheEncodingFromFormatAndArchitecture) {
  PartialSpec asked;
  EXPECT_EQ(completeSpec(asked).encoding, Encoding::e4m3fn);
  asked.arch = Arch::gfx942;
  EXPECT_EQ(completeSpec(asked).encoding, Encoding::e4m3fnuz);
  asked.format = CacheFormat::bf16;
  EXPECT_EQ(completeSpec(asked).encoding, Encoding::none);
  asked.encoding = Encoding::e4m3fn;
  EXPECT_EQ(completeSpec(asked).encoding, Encoding::e4m3fn);
}

TEST(CompleteSpec, TakesTheValueWidthFromTheLatent) {
  PartialSpec asked;
  asked.latent = 256;
  EXPECT_EQ(completeSpec(asked).value, 256);
  asked.value = 128;
  EXPECT_EQ(completeSpec(asked).value, 128);
}

// ROCm/aiter issue 2821: 8 heads per rank had no kernel and aborted the server.
TEST(CompleteSpec, AnswersEveryHeadCount) {
  for (int heads : {1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 64, 96, 128}) {
    KernelSpec spec = completeSpec({}, heads);
    EXPECT_EQ(refusal(spec), "") << heads;
    EXPECT_EQ(spec.programHeads, 16) << heads;
  }
}

// A model with 8 heads per rank must not pay for 16.
TEST(CompleteSpec, TakesTheFewestHeadsThatTheScheduleHas) {
  PartialSpec asked;
  asked.schedule = Schedule::direct;
  for (int heads : {1, 3, 8})
    EXPECT_EQ(completeSpec(asked, heads).programHeads, 8) << heads;
  for (int heads : {9, 16, 128})
    EXPECT_EQ(completeSpec(asked, heads).programHeads, 16) << heads;
}

TEST(CompleteSpec, TakesTheRestFromScheduleAndPrecision) {
  auto rest = [](Schedule schedule, Dot dot) {
    PartialSpec asked;
    asked.schedule = schedule;
    asked.dot = dot;
    KernelSpec spec = completeSpec(asked);
    EXPECT_EQ(refusal(spec), "");
    std::string text;
    for (KeyField field :
         {KeyField::keyTile, KeyField::prefetch, KeyField::valueSlots,
          KeyField::gather, KeyField::probabilities, KeyField::maxima})
      text += keyValue(spec, field) + " ";
    return text;
  };
  EXPECT_EQ(rest(Schedule::staged, Dot::bf16), "64 1 1 row bf16 exact ");
  EXPECT_EQ(rest(Schedule::direct, Dot::bf16), "64 2 2 half e4m3x2 lazy ");
  EXPECT_EQ(rest(Schedule::direct, Dot::fp8), "64 2 2 half e4m3 exact ");
  EXPECT_EQ(rest(Schedule::solo, Dot::bf16), "128 1 1 half e4m3x2 lazy ");
  EXPECT_EQ(rest(Schedule::solo, Dot::fp8), "128 1 1 half e4m3 exact ");
}

// Relative to a stale reference bf16 rounds a probability of 1.
TEST(CompleteSpec, TakesExactMaximaWithBF16Probabilities) {
  PartialSpec asked;
  asked.schedule = Schedule::direct;
  EXPECT_EQ(completeSpec(asked).maxima, Maxima::lazy);
  asked.probabilities = Probabilities::bf16;
  EXPECT_EQ(completeSpec(asked).maxima, Maxima::exact);
  asked.maxima = Maxima::lazy;
  EXPECT_EQ(refusal(completeSpec(asked)), "");
}

TEST(Validate, RefusesAValueThatDoesNotExist) {
  KernelSpec spec = completeSpec({});
  spec.programHeads = 7;
  EXPECT_EQ(refusal(spec),
            "expects program heads to be 8, 16, 32 or 64, got 7");
  spec = completeSpec({});
  spec.latent = -1;
  EXPECT_EQ(refusal(spec),
            "expects latent to be a number from 0 to 999999999, got -1");
}

TEST(Validate, RefusesAnEncodingThatTheFormatCannotHold) {
  PartialSpec asked;
  asked.format = CacheFormat::bf16;
  asked.encoding = Encoding::e4m3fn;
  EXPECT_EQ(refusal(completeSpec(asked)),
            "expects encoding to be none with format bf16, got e4m3fn");
  asked.format = CacheFormat::fp8_scalar;
  asked.encoding = Encoding::none;
  EXPECT_EQ(refusal(completeSpec(asked)),
            "expects encoding to be e4m3fn or e4m3fnuz with format fp8_scalar, "
            "got none");
}

// The same byte means half as much in FNUZ: fnuz codes read as OCP gave
// nonsense (vllm issue 45562), and a library converted as fnuz on gfx950
// (ROCm/rocm-libraries pull request 9113).
TEST(Validate, RefusesCodesThatAreNotTheArchitecturesOwn) {
  PartialSpec asked;
  asked.encoding = Encoding::e4m3fnuz;
  EXPECT_EQ(refusal(completeSpec(asked)),
            "expects encoding to be none or e4m3fn with arch gfx950, got "
            "e4m3fnuz");
}

TEST(Validate, SaysWhatTheScheduleHas) {
  struct Case {
    KeyField field;
    const char *value;
    const char *refusal;
  };
  for (const Case &c : {
           Case{KeyField::arch, "gfx942",
                "expects arch to be gfx950 with schedule staged, got gfx942"},
           Case{KeyField::latent, "500",
                "expects latent to be 512 with schedule staged, got 500"},
           Case{KeyField::rope, "32",
                "expects rope to be 0 or 64 with schedule staged, got 32"},
           Case{KeyField::value, "448",
                "expects value to be 512 with schedule staged, got 448"},
           Case{KeyField::programHeads, "32",
                "expects program heads to be 16 with schedule staged, got 32"},
           Case{KeyField::keyTile, "128",
                "expects key tile to be 64 with schedule staged, got 128"},
           Case{KeyField::waves, "8",
                "expects waves to be 4 with schedule staged, got 8"},
           Case{KeyField::valueSlots, "2",
                "expects value slots to be 1 with schedule staged, got 2"},
           Case{KeyField::gather, "half",
                "expects gather to be row with schedule staged, got half"},
           Case{KeyField::access, "global",
                "expects access to be buffer with schedule staged, got global"},
           Case{KeyField::prefetch, "2",
                "expects prefetch to be 1 with schedule staged, got 2"},
           Case{KeyField::qType, "e4m3fn",
                "expects q type to be bf16 with schedule staged, got e4m3fn"},
           Case{KeyField::dot, "fp8",
                "expects dot to be bf16 with schedule staged, got fp8"},
       }) {
    PartialSpec asked;
    std::string error;
    ASSERT_TRUE(setKeyValue(asked, c.field, c.value, error)) << error;
    EXPECT_EQ(refusal(completeSpec(asked)), c.refusal);
  }
}

TEST(Validate, SaysWhatDirectAndSoloHave) {
  struct Case {
    Schedule schedule;
    KeyField field;
    const char *value;
    const char *refusal;
  };
  for (const Case &c : {
           Case{Schedule::direct, KeyField::format, "bf16",
                "expects format to be fp8_scalar with schedule direct, got "
                "bf16"},
           Case{Schedule::direct, KeyField::programHeads, "32",
                "expects program heads to be 8 or 16 with schedule direct, got "
                "32"},
           Case{Schedule::direct, KeyField::keyTile, "128",
                "expects key tile to be 64 with schedule direct, got 128"},
           Case{Schedule::direct, KeyField::gather, "row",
                "expects gather to be half or line with schedule direct, got "
                "row"},
           Case{Schedule::direct, KeyField::probabilities, "e4m3",
                "expects probabilities to be e4m3x2 or bf16 with dot bf16, got "
                "e4m3"},
           Case{Schedule::solo, KeyField::keyTile, "64",
                "expects key tile to be 128 with schedule solo, got 64"},
           Case{Schedule::solo, KeyField::prefetch, "2",
                "expects prefetch to be 1 with schedule solo, got 2"},
           Case{Schedule::solo, KeyField::valueSlots, "2",
                "expects value slots to be 1 with schedule solo, got 2"},
           Case{Schedule::solo, KeyField::gather, "line",
                "expects gather to be half with schedule solo, got line"},
           Case{Schedule::solo, KeyField::probabilities, "bf16",
                "expects probabilities to be e4m3 or e4m3x2 with schedule "
                "solo, got bf16"},
       }) {
    PartialSpec asked;
    asked.schedule = c.schedule;
    std::string error;
    ASSERT_TRUE(setKeyValue(asked, c.field, c.value, error)) << error;
    EXPECT_EQ(refusal(completeSpec(asked)), c.refusal);
  }
}

// Rows of 576 bytes are four lines and a half; others are whole lines already.
TEST(Validate, GathersLinesOfRowsThatStraddleThem) {
  PartialSpec asked;
  asked.schedule = Schedule::direct;
  asked.gather = Gather::line;
  EXPECT_EQ(refusal(completeSpec(asked)), "");
  asked.access = Access::global;
  EXPECT_EQ(refusal(completeSpec(asked)),
            "expects access to be buffer with gather line, got global");
  asked.access = Access::buffer;
  asked.rope = 0;
  EXPECT_EQ(refusal(completeSpec(asked)),
            "expects rope to be 64 with gather line, got 0");
}

TEST(RowBytes, CountLatentAndRope) {
  PartialSpec asked;
  EXPECT_EQ(rowBytes(completeSpec(asked)), 576);
  asked.rope = 0;
  EXPECT_EQ(rowBytes(completeSpec(asked)), 512);
  asked.format = CacheFormat::bf16;
  EXPECT_EQ(rowBytes(completeSpec(asked)), 1024);
  asked.rope = 64;
  EXPECT_EQ(rowBytes(completeSpec(asked)), 1152);
}
