//===- KernelBase.td - What a kernel is, and how it is named --------------===//
//
// The static key of a kernel: its fields, the values that exist, what goes
// with what, and the rule of the name. The C++ specification type, the flags
// of the tools and the kernel table are all generated from this file, so a new
// field is a KeyField here, its place in StaticKey, and a member of the group
// (Geometry, Tile, ...) that the records set it through.
//
//===----------------------------------------------------------------------===//

#ifndef SPMLA_KERNELBASE_TD
#define SPMLA_KERNELBASE_TD

//===----------------------------------------------------------------------===//
// Values and fields
//===----------------------------------------------------------------------===//

/// One value of an enumerated field: its spelling in C++, in names and on the
/// command line.
class Value<string text, string what> {
  string spelling = text;
  string doc = what;
}

/// One field of the static key.
class KeyField<string key, string nameTag, string what> {
  /// snake_case; the flag is its kebab-case, the C++ member its camelBack.
  string id = key;
  /// What stands before the value in a kernel's name, separator included.
  string tag = nameTag;
  string doc = what;
  /// The spelling that a specification gets when nobody asks for a value;
  /// empty: C++ derives it from the other fields.
  string preset = "";
  /// Whether the tools have a flag for it.
  bit hasFlag = 0;
}

class EnumField<string key, string type, string nameTag, list<Value> all,
                string what> : KeyField<key, nameTag, what> {
  string cppType = type;
  list<Value> values = all;
}

class IntField<string key, string nameTag, list<int> all, string what>
    : KeyField<key, nameTag, what> {
  /// Empty: any number from 0 to 999,999,999.
  list<int> values = all;
}

//===----------------------------------------------------------------------===//
// The static key
//===----------------------------------------------------------------------===//

def GFX950 : Value<"gfx950", "CDNA4 (MI350X, MI355X), OCP fp8">;
def GFX942 : Value<"gfx942", "CDNA3 (MI300X, MI308X, MI325X), FNUZ fp8">;
let hasFlag = 1, preset = "gfx950" in
def Arch : EnumField<"arch", "Arch", "__", [GFX950, GFX942],
                     "processor that the code object is for">;

/// How a token's row lies in the cache.
class CacheFormat<string text, int bytes, string what> : Value<text, what> {
  /// Bytes of one latent or rope column of a row.
  int columnBytes = bytes;
}
def BF16Cache : CacheFormat<"bf16", 2, "rows of latent + rope bf16 values">;
def FP8ScalarCache : CacheFormat<"fp8_scalar", 1,
    "rows of latent + rope e4m3 codes, one f32 scale for the whole cache">;
let hasFlag = 1, preset = "fp8_scalar" in
def Format : EnumField<"format", "CacheFormat", "_",
                       [BF16Cache, FP8ScalarCache], "layout of a cache row">;

def NoEncoding : Value<"none", "the format holds no fp8 codes">;
def E4M3FN : Value<"e4m3fn", "OCP: bias 7, largest 448; native to gfx950">;
def E4M3FNUZ : Value<"e4m3fnuz",
                     "FNUZ: bias 8, largest 240; native to gfx942">;
let hasFlag = 1 in
def Encoding : EnumField<"encoding", "Encoding", "_",
                         [NoEncoding, E4M3FN, E4M3FNUZ],
                         "fp8 encoding of the cache's codes">;

let hasFlag = 1, preset = "512" in
def Latent : IntField<"latent", "_l", [], "latent columns of a cache row">;
let hasFlag = 1, preset = "64" in
def Rope : IntField<"rope", "_r", [],
    "rope columns behind the latent ones, part of K only (0: rope-free)">;
def ValueWidth : IntField<"value", "_v", [],
    "leading columns of a row that are V, the width of the output">;

let hasFlag = 1 in
def ProgramHeads : IntField<"program_heads", "_h", [8, 16, 32, 64],
                            "query heads that one workgroup computes">;
def KeyTile : IntField<"key_tile", "_k", [32, 64, 128],
                       "tokens of one step of the tile loop">;
let preset = "4" in
def Waves : IntField<"waves", "_w", [1, 2, 4, 8], "waves of a workgroup">;

def Staged : Value<"staged",
    "dequantise every tile to bf16 in LDS; QK and PV read it from there">;
def Direct : Value<"direct",
    "QK from registers as they were gathered, V once through LDS as fp8">;
def Solo : Value<"solo",
    "as direct, but each wave on keys of its own: no barrier in the loop">;
let hasFlag = 1, preset = "staged" in
def ScheduleKind : EnumField<"schedule", "Schedule", "_", [Staged, Direct, Solo],
                             "how the tile loop is built">;
let hasFlag = 1 in
def Prefetch : IntField<"prefetch", "_p", [1, 2],
                        "tiles whose gathers are in flight ahead of use">;
let hasFlag = 1 in
def ValueSlots : IntField<"value_slots", "_s", [1, 2],
    "tiles of V in LDS: with one, a second barrier lets everyone finish with it">;
def LazyMaxima : Value<"lazy",
    "rescale when a maximum outgrew the reference by a power of two threshold">;
def ExactMaxima : Value<"exact", "rescale whenever a maximum grew">;
let hasFlag = 1 in
def Maxima : EnumField<"maxima", "Maxima", "_", [LazyMaxima, ExactMaxima],
                       "when the output is rescaled to a new maximum">;
def GatherRow : Value<"row", "a request takes whole latent rows">;
def GatherHalf : Value<"half", "a request takes 64 bytes of sixteen rows">;
def GatherLine : Value<"line", "a request takes whole 128-byte lines of eight rows">;
let hasFlag = 1 in
def GatherKind : EnumField<"gather", "Gather", "_", [GatherRow, GatherHalf, GatherLine],
                           "what one load instruction asks for">;

def BF16Query : Value<"bf16", "q is bf16">;
def E4M3FNQuery : Value<"e4m3fn", "q is e4m3fn codes">;
let hasFlag = 1, preset = "bf16" in
def QType : EnumField<"q_type", "QType", "_q", [BF16Query, E4M3FNQuery],
                      "element type of the query">;

def BF16Dot : Value<"bf16",
    "the accuracy of bf16 operands; a bf16 q made of two e4m3 terms is exact down to 2^-10 of its head's largest value">;
def FP8Dot : Value<"fp8", "single fp8 terms of q and of P">;
let hasFlag = 1, preset = "bf16" in
def DotPrecision : EnumField<"dot", "Dot", "_dot", [BF16Dot, FP8Dot],
                             "precision of the two products">;

def BufferAccess : Value<"buffer",
    "buffer loads with 32-bit offsets; an invalid slot reads zeros">;
def BF16Probabilities : Value<"bf16", "P and V as bf16">;
def E4M3Probabilities : Value<"e4m3", "P as one e4m3 term">;
def E4M3PairProbabilities : Value<"e4m3x2", "P as the sum of two e4m3 terms">;
let hasFlag = 1 in
def ProbabilityType : EnumField<"probabilities", "Probabilities", "_prob",
    [BF16Probabilities, E4M3Probabilities, E4M3PairProbabilities],
    "how P enters the second product">;

def GlobalAccess : Value<"global",
    "64-bit row addresses, for caches past 4 GiB; an invalid slot reads a row of zeros">;
let preset = "buffer", hasFlag = 1 in
def CacheAccess : EnumField<"access", "Access", "_", [BufferAccess, GlobalAccess],
                            "how the cache is addressed">;

def BF16Output : Value<"bf16", "normalised rows, rounded to bf16">;
def F32Output : Value<"f32",
    "normalised rows as f32: with the LSE, a part that can be combined">;
let preset = "bf16", hasFlag = 1 in
def OutputType : EnumField<"output", "Output", "_o", [BF16Output, F32Output],
                           "what a workgroup stores">;

/// Every field, in the key's order.
def StaticKey {
  list<KeyField> fields = [Arch, Format, Encoding, Latent, Rope, ValueWidth,
                           ProgramHeads, KeyTile, Waves, ScheduleKind, Prefetch,
                           ValueSlots, GatherKind, QType, DotPrecision,
                           ProbabilityType, Maxima, CacheAccess, OutputType];
}

/// A kernel's name: the prefix, then tag and value of each field, the
/// architecture last.
def KernelName {
  string prefix = "spmla";
  list<KeyField> order = !listconcat(!tail(StaticKey.fields), [Arch]);
}

//===----------------------------------------------------------------------===//
// What goes with what
//===----------------------------------------------------------------------===//

class Allows<KeyField allowed, list<string> all> {
  KeyField keyField = allowed;
  list<string> spellings = all;
}

/// A specification whose field is `spelling` has what the list allows.
class When<KeyField condition, string text, list<Allows> all> {
  KeyField keyField = condition;
  string spelling = text;
  list<Allows> allows = all;
}

// A GPU converts its native encoding only.
def OnGFX950 : When<Arch, "gfx950",
                    [Allows<Encoding, ["none", "e4m3fn"]>]>;
def OnGFX942 : When<Arch, "gfx942",
                    [Allows<Encoding, ["none", "e4m3fnuz"]>,
                     Allows<QType, ["bf16"]>]>;
def WithBF16 : When<Format, "bf16", [Allows<Encoding, ["none"]>]>;
def WithFP8Scalar : When<Format, "fp8_scalar",
                         [Allows<Encoding, ["e4m3fn", "e4m3fnuz"]>]>;
def WithStaged : When<ScheduleKind, "staged",
                      [Allows<Arch, ["gfx950"]>,
                       Allows<Latent, ["512"]>,
                       Allows<Rope, ["0", "64"]>,
                       Allows<ValueWidth, ["512"]>,
                       Allows<ProgramHeads, ["16"]>,
                       Allows<KeyTile, ["64"]>,
                       Allows<Waves, ["4"]>,
                       Allows<Prefetch, ["1"]>,
                       Allows<ValueSlots, ["1"]>,
                                              Allows<GatherKind, ["row"]>,
                       Allows<CacheAccess, ["buffer"]>,
                       Allows<QType, ["bf16"]>,
                       Allows<DotPrecision, ["bf16"]>,
                       Allows<ProbabilityType, ["bf16"]>]>;
def WithDirect : When<ScheduleKind, "direct",
                      [Allows<Arch, ["gfx950"]>,
                       Allows<Format, ["fp8_scalar"]>,
                       Allows<Latent, ["512"]>,
                       Allows<Rope, ["0", "64"]>,
                       Allows<ValueWidth, ["512"]>,
                       Allows<ProgramHeads, ["8", "16"]>,
                       Allows<KeyTile, ["64"]>,
                       Allows<Waves, ["4"]>,
                       Allows<Prefetch, ["2", "1"]>,
                                             Allows<ValueSlots, ["2", "1"]>,
                       Allows<GatherKind, ["half", "line"]>]>;
// Only rows of latent and rope straddle lines: 576 bytes are four and a half.
def WithLine : When<GatherKind, "line",
                    [Allows<Rope, ["64"]>, Allows<CacheAccess, ["buffer"]>]>;
// A step of 128 tokens is 32 of each wave.
def WithSolo : When<ScheduleKind, "solo",
                    [Allows<Arch, ["gfx950"]>,
                     Allows<Format, ["fp8_scalar"]>,
                     Allows<Latent, ["512"]>,
                     Allows<Rope, ["0", "64"]>,
                     Allows<ValueWidth, ["512"]>,
                     Allows<ProgramHeads, ["8", "16"]>,
                     Allows<KeyTile, ["128"]>,
                     Allows<Waves, ["4"]>,
                     Allows<Prefetch, ["1"]>,
                     Allows<ValueSlots, ["1"]>,
                     Allows<GatherKind, ["half"]>,
                     Allows<ProbabilityType, ["e4m3", "e4m3x2"]>]>;
def WithFP8Dot : When<DotPrecision, "fp8",
                      [Allows<ProbabilityType, ["e4m3"]>]>;
def WithBF16Dot : When<DotPrecision, "bf16",
                       [Allows<ProbabilityType, ["e4m3x2", "bf16"]>]>;

// A key that decides the output alone has probability 1, which one term holds
// exactly; relative to a stale reference it would be rounded like any other.
// Measured at logits of standard deviation 4, rms of the worst row: bf16 4.1e-3
// lazy and 2.8e-3 exact, e4m3 4.9e-2 and 2.7e-2. Two e4m3 terms are fine enough.
def WithBF16P : When<ProbabilityType, "bf16",
                     [Allows<Maxima, ["exact", "lazy"]>]>;
def WithE4M3P : When<ProbabilityType, "e4m3",
                     [Allows<Maxima, ["exact", "lazy"]>]>;

/// In the order in which they are checked: what cannot be before what does not
/// exist yet.
def Pairings {
  list<When> all = [WithBF16, WithFP8Scalar, OnGFX950, OnGFX942, WithStaged,
                    WithDirect, WithSolo, WithFP8Dot, WithBF16Dot,
                    WithBF16P, WithE4M3P, WithLine];
}

//===----------------------------------------------------------------------===//
// Groups of a record
//===----------------------------------------------------------------------===//

/// Operator of the dags that hold a (part of a) static key:
/// (key VALUE:$field, ...).
def key;

/// A cache format with the encoding of its codes.
class Cache<CacheFormat format, Value encoding> {
  dag fields = (key format:$format, encoding:$encoding);
}

/// Columns of a row.
class Geometry<int latentColumns, int ropeColumns, int valueColumns> {
  int latent = latentColumns;
  int rope = ropeColumns;
  int value = valueColumns;
  dag fields = (key latent:$latent, rope:$rope, value:$value);
  assert !le(value, !add(latent, rope)), "expects value to be at most latent "
      # "+ rope = " # !add(latent, rope) # " columns, got " # value;
}

/// What a workgroup works on per step.
class Tile<int programHeads, int keyTile, int waveCount> {
  int heads = programHeads;
  int keys = keyTile;
  int waves = waveCount;
  dag fields = (key heads:$program_heads, keys:$key_tile, waves:$waves);
}

/// How the tile loop is built.
class Schedule<Value kind, int prefetch, int valueSlots, Value gather> {
  dag fields = (key kind:$schedule, prefetch:$prefetch, valueSlots:$value_slots,
                gather:$gather);
}

class Precision<Value query, Value dotPrecision, Value probabilities,
                Value maxima, Value out> {
  dag fields = (key query:$q_type, dotPrecision:$dot,
                probabilities:$probabilities, maxima:$maxima, out:$output);
}

class Access<Value path> {
  dag fields = (key path:$access);
}

//===----------------------------------------------------------------------===//
// Budgets
//===----------------------------------------------------------------------===//

/// Bounds of one line of `spmla-gen --emit stats`. No spill and no scratch are
/// bounds of every kernel and need no line here.
class Limit<string statistic, int least, int most> {
  string figure = statistic;
  int minimum = least;
  int maximum = most;
  assert !le(minimum, maximum), "expects the minimum of " # figure
      # " to be at most its maximum " # maximum # ", got " # minimum;
}
class AtMost<string statistic, int most> : Limit<statistic, 0, most>;
class Exactly<string statistic, int count> : Limit<statistic, count, count>;

class Budget<list<Limit> all> {
  list<Limit> limits = all;
}

//===----------------------------------------------------------------------===//
// Kernels
//===----------------------------------------------------------------------===//

/// Spelling of one field of a key.
class Spelling<dag fields, KeyField keyField> {
  bit isInt = !isa<IntField>(keyField);
  Value value = !if(isInt, ?, !getdagarg<Value>(fields, keyField.id));
  string text = !if(isInt, !cast<string>(!getdagarg<int>(fields, keyField.id)),
                    value.spelling);
}

/// "a", "a or b", "a, b or c".
class OneOf<list<string> all> {
  int last = !sub(!size(all), 1);
  string text = !if(last,
      !interleave(!foreach(i, !range(last), all[i]), ", ") # " or "
          # all[last],
      all[0]);
}

/// Words of a keyField as messages and documents write it.
class Words<KeyField keyField> {
  string text = !subst("_", " ", keyField.id);
}

/// What is wrong with a keyField's value against a list, or "".
class Refusal<dag fields, KeyField keyField, list<string> allowed,
              string condition> {
  string got = Spelling<fields, keyField>.text;
  bit found = !foldl(0, allowed, any, spelling, !or(any, !eq(spelling, got)));
  string text = !if(!or(found, !empty(allowed)), "",
      "expects " # Words<keyField>.text # " to be " # OneOf<allowed>.text
          # condition # ", got " # got);
}

/// Spellings of all values of a keyField.
class Spellings<KeyField keyField> {
  EnumField asEnum = !if(!isa<EnumField>(keyField), !cast<EnumField>(keyField), ?);
  IntField asInt = !if(!isa<IntField>(keyField), !cast<IntField>(keyField), ?);
  list<string> all = !if(!isa<EnumField>(keyField),
      !foreach(value, asEnum.values, value.spelling),
      !foreach(value, asInt.values, !cast<string>(value)));
}

/// The first thing that is wrong with a key, or "".
class FirstRefusal<dag fields> {
  list<string> ofValues = !foreach(keyField, StaticKey.fields,
      Refusal<fields, keyField, Spellings<keyField>.all, "">.text);
  list<string> ofPairings = !foldl([]<string>, Pairings.all, all, when,
      !if(!eq(Spelling<fields, when.keyField>.text, when.spelling),
          !listconcat(all, !foreach(allows, when.allows,
              Refusal<fields, allows.keyField, allows.spellings,
                      " with " # Words<when.keyField>.text # " "
                          # when.spelling>.text)),
          all));
  string text = !foldl("", !listconcat(ofValues, ofPairings), first, refusal,
                       !if(!empty(first), refusal, first));
}

class Kernel<Value arch, Cache cache, Geometry geometry, Tile tile,
             Schedule schedule, Precision precision, Access access,
             Budget limits> {
  dag fields = !con((key arch:$arch), cache.fields, geometry.fields,
                    tile.fields, schedule.fields, precision.fields,
                    access.fields);
  Budget budget = limits;
  string name = KernelName.prefix # !foldl("", KernelName.order, text, keyField,
      text # keyField.tag # Spelling<fields, keyField>.text);

  defvar refusal = FirstRefusal<fields>.text;
  assert !empty(refusal), refusal;
}

#endif // SPMLA_KERNELBASE_TD
