#include "spmla/Target/HSACO/InstructionClass.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace llvm;

namespace spmla {

namespace {

struct ClassEntry {
  InstructionClass kind;
  StringLiteral name;
};

constexpr ClassEntry CLASSES[] = {
    {InstructionClass::VALU, "valu"},
    {InstructionClass::MFMA, "mfma"},
    {InstructionClass::SALU, "salu"},
    {InstructionClass::SMEM, "smem"},
    {InstructionClass::VMEMLoad, "vmem_load"},
    {InstructionClass::VMEMStore, "vmem_store"},
    {InstructionClass::LDSRead, "lds_read"},
    {InstructionClass::LDSWrite, "lds_write"},
    {InstructionClass::Waitcnt, "waitcnt"},
    {InstructionClass::Barrier, "barrier"},
    {InstructionClass::Nop, "nop"},
    {InstructionClass::Branch, "branch"},
};

bool startsWithAny(StringRef text, std::initializer_list<StringRef> prefixes) {
  return any_of(prefixes, [&](StringRef p) { return text.starts_with(p); });
}

InstructionClass classifyScalar(StringRef mnemonic) {
  if (mnemonic.starts_with("s_waitcnt"))
    return InstructionClass::Waitcnt;
  if (mnemonic == "s_barrier")
    return InstructionClass::Barrier;
  if (startsWithAny(mnemonic, {"s_nop", "s_sleep", "s_setprio"}))
    return InstructionClass::Nop;
  if (startsWithAny(mnemonic, {"s_branch", "s_cbranch", "s_endpgm"}))
    return InstructionClass::Branch;
  if (startsWithAny(mnemonic, {"s_load_", "s_buffer_load_", "s_scratch_load_",
                               "s_store_", "s_buffer_store_", "s_dcache_",
                               "s_atc_", "s_memtime", "s_memrealtime"}))
    return InstructionClass::SMEM;
  return InstructionClass::SALU;
}

/// What moves data between lanes through the LDS crossbar, without LDS.
bool isLaneExchange(StringRef mnemonic) {
  return startsWithAny(mnemonic,
                       {"ds_bpermute_", "ds_permute_", "ds_swizzle_"});
}

/// Bytes of a type such as b96, u8, f32, pk_f16; 0 if it is none.
unsigned typeBytes(StringRef type) {
  return StringSwitch<unsigned>(type)
      .Cases({"b8", "u8", "i8"}, 1)
      .Cases({"b16", "u16", "i16", "f16"}, 2)
      .Cases({"b32", "u32", "i32", "f32"}, 4)
      .Cases({"b64", "u64", "i64", "f64"}, 8)
      .Case("b96", 12)
      .Case("b128", 16)
      .Default(0);
}

/// ds_read_b128, ds_read2st64_b32, ds_read_u8_d16_hi, ds_read_b64_tr_b8, …
/// and the same of ds_write.
unsigned readOrWriteBytes(StringRef rest) {
  unsigned count = 1;
  if (rest.consume_front("2st64_") || rest.consume_front("2_"))
    count = 2;
  else if (!rest.consume_front("_addtid_"))
    rest.consume_front("_");
  return count * typeBytes(rest.split('_').first);
}

/// ds_add_u32, ds_max_rtn_f32, ds_pk_add_bf16, …: the type comes last.
unsigned atomicBytes(StringRef mnemonic) {
  unsigned bytes = mnemonic.starts_with("ds_pk_")
                       ? 4
                       : typeBytes(mnemonic.rsplit('_').second);
  return 2 * bytes;
}

bool isLDSDMA(const ListingInstruction &instruction) {
  StringRef mnemonic = instruction.mnemonic;
  if (mnemonic.starts_with("global_load_lds_"))
    return true;
  return mnemonic.starts_with("buffer_load_") &&
         StringRef(instruction.operands).rsplit(' ').second == "lds";
}

/// A DMA of less than a dword still writes a dword.
unsigned dmaBytes(StringRef mnemonic) {
  if (mnemonic.ends_with("dwordx4"))
    return 16;
  if (mnemonic.ends_with("dwordx3"))
    return 12;
  return 4;
}

} // namespace

StringRef className(InstructionClass kind) {
  return CLASSES[static_cast<size_t>(kind)].name;
}

ArrayRef<InstructionClass> allInstructionClasses() {
  static const auto classes = to_vector(
      map_range(CLASSES, [](const ClassEntry &entry) { return entry.kind; }));
  return classes;
}

Expected<InstructionClass> classify(const ListingInstruction &instruction) {
  StringRef mnemonic = instruction.mnemonic;
  if (mnemonic.starts_with("v_nop"))
    return InstructionClass::Nop;
  if (startsWithAny(mnemonic, {"v_mfma_", "v_smfmac_"}))
    return InstructionClass::MFMA;
  if (mnemonic.starts_with("v_"))
    return InstructionClass::VALU;
  if (mnemonic.starts_with("s_"))
    return classifyScalar(mnemonic);
  if (startsWithAny(mnemonic, {"buffer_", "global_", "flat_", "scratch_"}))
    return mnemonic.contains("_load_") ? InstructionClass::VMEMLoad
                                       : InstructionClass::VMEMStore;
  if (startsWithAny(mnemonic,
                    {"ds_read", "ds_bpermute_", "ds_permute_", "ds_swizzle_"}))
    return InstructionClass::LDSRead;
  if (mnemonic == "ds_nop")
    return InstructionClass::Nop;
  if (mnemonic.starts_with("ds_"))
    return InstructionClass::LDSWrite;
  return createStringError("expects '%s' to be an AMDGPU instruction, got an "
                           "unknown prefix",
                           instruction.mnemonic.c_str());
}

bool movesAGPR(const ListingInstruction &instruction) {
  return StringRef(instruction.mnemonic).starts_with("v_accvgpr_");
}

bool copiesVGPR(const ListingInstruction &instruction) {
  // Not v_mov_b32_dpp: that one exchanges lanes.
  if (instruction.mnemonic != "v_mov_b32" &&
      instruction.mnemonic != "v_mov_b64")
    return false;
  StringRef source = StringRef(instruction.operands).split(',').second.trim();
  return startsWithAny(source, {"v0", "v1", "v2", "v3", "v4", "v5", "v6", "v7",
                                "v8", "v9", "v["});
}

Expected<unsigned> ldsBytesPerLane(const ListingInstruction &instruction) {
  StringRef mnemonic = instruction.mnemonic;
  if (isLDSDMA(instruction))
    return dmaBytes(mnemonic);
  if (!mnemonic.starts_with("ds_") || mnemonic == "ds_nop" ||
      isLaneExchange(mnemonic))
    return 0;
  StringRef rest = mnemonic;
  unsigned bytes =
      rest.consume_front("ds_read") || rest.consume_front("ds_write")
          ? readOrWriteBytes(rest)
          : atomicBytes(mnemonic);
  if (bytes == 0)
    return createStringError("expects width of '%s' to be known, got none",
                             instruction.mnemonic.c_str());
  return bytes;
}

} // namespace spmla
