//===- Emitter.cpp - Scalars, lanes and instructions ----------------------===//

#include "Emitter.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/ROCDLDialect.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace spmla;

//===----------------------------------------------------------------------===//
// Scalars and vectors
//===----------------------------------------------------------------------===//

Value Emitter::constant(int32_t value) {
  return arith::ConstantOp::create(*this, getI32IntegerAttr(value));
}
Value Emitter::constant64(int64_t value) {
  return arith::ConstantOp::create(*this, getI64IntegerAttr(value));
}
Value Emitter::constantF32(float value) {
  return arith::ConstantOp::create(*this, getF32FloatAttr(value));
}
Value Emitter::add(Value a, Value b) {
  return createOrFold<arith::AddIOp>(a, b);
}
Value Emitter::add(Value a, int32_t b) { return add(a, constant(b)); }
Value Emitter::sub(Value a, Value b) {
  return createOrFold<arith::SubIOp>(a, b);
}
Value Emitter::mul(Value a, Value b) {
  return createOrFold<arith::MulIOp>(a, b);
}
Value Emitter::mul(Value a, int32_t b) { return mul(a, constant(b)); }
Value Emitter::shiftLeft(Value a, int32_t bits) {
  return createOrFold<arith::ShLIOp>(a, constant(bits));
}
Value Emitter::shiftRight(Value a, Value bits) {
  return createOrFold<arith::ShRUIOp>(a, bits);
}
Value Emitter::shiftRight(Value a, int32_t bits) {
  return shiftRight(a, constant(bits));
}
Value Emitter::bitAnd(Value a, int32_t mask) {
  return createOrFold<arith::AndIOp>(a, constant(mask));
}
Value Emitter::extend64(Value a) {
  return createOrFold<arith::ExtUIOp>(i64(), a);
}
Value Emitter::truncate32(Value a) {
  return createOrFold<arith::TruncIOp>(i32(), a);
}
Value Emitter::mulHigh(Value a, Value b) {
  return arith::MulUIExtendedOp::create(*this, a, b).getHigh();
}

Value Emitter::bitcast(Type type, Value a) {
  if (a.getType() == type)
    return a;
  return LLVM::BitcastOp::create(*this, type, a);
}

Value Emitter::addF(Value a, Value b) {
  return arith::AddFOp::create(*this, a, b);
}
Value Emitter::mulF(Value a, Value b) {
  return arith::MulFOp::create(*this, a, b);
}
Value Emitter::negF(Value a) { return arith::NegFOp::create(*this, a); }
Value Emitter::fma(Value a, Value b, Value c) {
  return LLVM::FMAOp::create(*this, a, b, c);
}
Value Emitter::maximum(Value a, Value b) {
  return arith::MaximumFOp::create(*this, a, b);
}
Value Emitter::exp2(Value a) {
  return ROCDL::ROCDLExp2::create(*this, f32(), a);
}
Value Emitter::reciprocal(Value a) {
  return ROCDL::ROCDLRcp::create(*this, f32(), a);
}

Value Emitter::log2(Value a) {
  return LLVM::CallIntrinsicOp::create(
             *this, f32(), getStringAttr("llvm.amdgcn.log"), ValueRange{a})
      .getResult(0);
}

Value Emitter::splat(Value scalar, unsigned count) {
  return vector::BroadcastOp::create(
      *this, VectorType::get({count}, scalar.getType()), scalar);
}
Value Emitter::element(Value vector, int64_t index) {
  return vector::ExtractOp::create(*this, vector, index);
}
Value Emitter::vectorOf(ArrayRef<Value> elements) {
  auto type = VectorType::get({static_cast<int64_t>(elements.size())},
                              elements.front().getType());
  return vector::FromElementsOp::create(*this, type, elements);
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

Value Emitter::offset(Value pointer, Value bytes) {
  return LLVM::GEPOp::create(*this, pointer.getType(), getI8Type(), pointer,
                             ValueRange{bytes}, LLVM::GEPNoWrapFlags::inbounds);
}
Value Emitter::offset(Value pointer, int32_t bytes) {
  return bytes ? offset(pointer, constant(bytes)) : pointer;
}

Value Emitter::load(Type type, Value pointer, unsigned alignment) {
  return LLVM::LoadOp::create(*this, type, pointer, alignment);
}

Value Emitter::loadUniform(Type type, Value pointer, unsigned alignment) {
  return LLVM::LoadOp::create(*this, type, pointer, alignment,
                              /*isVolatile=*/false, /*isNonTemporal=*/false,
                              /*isInvariant=*/true);
}

void Emitter::store(Value value, Value pointer, unsigned alignment) {
  LLVM::StoreOp::create(*this, value, pointer, alignment);
}

Value Emitter::bufferLoad(Type type, Value descriptor, Value bytes) {
  ArrayAttr none;
  return ROCDL::RawPtrBufferLoadOp::create(*this, type, descriptor, bytes,
                                           constant(0), constant(0), none, none,
                                           none);
}

Value Emitter::bufferDescriptor(Value base, Value size) {
  // Word 3 of a raw descriptor: data format 32, number format float (the
  // formats do not matter to raw accesses, but a format of 0 would make them
  // read zero).
  constexpr int32_t rawFormat = 7 << 12 | 4 << 15;
  Value noStride = arith::ConstantOp::create(*this, getI16IntegerAttr(0));
  return ROCDL::MakeBufferRsrcOp::create(*this, pointer(8), base, noStride,
                                         size, constant(rawFormat));
}

//===----------------------------------------------------------------------===//
// Lanes
//===----------------------------------------------------------------------===//

// DPP controls and masks: AMDGPU instruction set, "Data Parallel Primitives".
static constexpr uint32_t dppRowRotateRight8 = 0x128;
static constexpr uint32_t dppRowNewBroadcast = 0x150;
static constexpr uint32_t dppAll = 0xf;
static constexpr uint32_t dppUpperRows = 0xc;

Value Emitter::broadcastInRow(Value a, unsigned lane) {
  return ROCDL::DPPUpdateOp::create(*this, a.getType(), a, a,
                                    dppRowNewBroadcast + lane, dppAll, dppAll,
                                    /*boundCtrl=*/true);
}

Value Emitter::rotateUpperRowsBy8(Value a) {
  return ROCDL::DPPUpdateOp::create(*this, a.getType(), a, a,
                                    dppRowRotateRight8, dppUpperRows, dppAll,
                                    /*boundCtrl=*/false);
}

Value Emitter::rotateRowsBy8(Value a) {
  Value bits = bitcast(i32(), a);
  Value rotated = ROCDL::DPPUpdateOp::create(*this, i32(), bits, bits,
                                             dppRowRotateRight8, dppAll, dppAll,
                                             /*boundCtrl=*/true);
  return bitcast(a.getType(), rotated);
}

Value Emitter::reduceOverGroups(Value a,
                                function_ref<Value(Value, Value)> combine) {
  Type type = a.getType();
  auto pair = LLVM::LLVMStructType::getLiteral(getContext(), {i32(), i32()});
  auto combineSwapped = [&](Value swapped) {
    Value first = LLVM::ExtractValueOp::create(*this, swapped, 0);
    Value second = LLVM::ExtractValueOp::create(*this, swapped, 1);
    return combine(bitcast(type, first), bitcast(type, second));
  };
  Value bits = bitcast(i32(), a);
  bits = bitcast(i32(), combineSwapped(ROCDL::Permlane32SwapOp::create(
                            *this, pair, bits, bits, false, true)));
  return combineSwapped(
      ROCDL::Permlane16SwapOp::create(*this, pair, bits, bits, false, true));
}

Value Emitter::valueOfLane(Value a, Value lane) {
  return ROCDL::DsBpermuteOp::create(*this, i32(), shiftLeft(lane, 2), a);
}
Value Emitter::ballot(Value condition) {
  return ROCDL::BallotOp::create(*this, i64(), condition);
}
Value Emitter::inverseBallot(Value mask) {
  return LLVM::CallIntrinsicOp::create(
             *this, getI1Type(), getStringAttr("llvm.amdgcn.inverse.ballot"),
             ValueRange{mask})
      .getResult(0);
}
Value Emitter::uniform(Value a) {
  return ROCDL::ReadfirstlaneOp::create(*this, a.getType(), a);
}

//===----------------------------------------------------------------------===//
// Matrix operands
//===----------------------------------------------------------------------===//

Value Emitter::mfma16x16x32BF16(Value a, Value b, Value accumulator) {
  Type operand = VectorType::get({8}, getBF16Type());
  Value zero = constant(0);
  return ROCDL::mfma_f32_16x16x32_bf16::create(
      *this, accumulator4(),
      ValueRange{bitcast(operand, a), bitcast(operand, b), accumulator, zero,
                 zero, zero});
}

Value Emitter::mfma16x16x32FP8(Value a, Value b, unsigned half,
                               Value accumulator) {
  auto halfOf = [&](Value registers) -> Value {
    int64_t halves = cast<VectorType>(registers.getType()).getNumElements() / 2;
    if (halves == 1)
      return bitcast(i64(), registers);
    return element(bitcast(VectorType::get({halves}, i64()), registers), half);
  };
  Value zero = constant(0);
  return ROCDL::mfma_f32_16x16x32_fp8_fp8::create(
      *this, accumulator4(),
      ValueRange{halfOf(a), halfOf(b), accumulator, zero, zero, zero});
}

Value Emitter::mfma16x16x128FP8(Value a0, Value a1, Value b0, Value b1,
                                Value accumulator) {
  auto joined = [&](Value first, Value second) -> Value {
    return vector::ShuffleOp::create(*this, first, second,
                                     ArrayRef<int64_t>{0, 1, 2, 3, 4, 5, 6, 7});
  };
  // Types 0 are e4m3; literal scales of 0 select the instruction without
  // scales.
  Value zero = constant(0);
  return ROCDL::mfma_scale_f32_16x16x128_f8f6f4::create(
      *this, accumulator4(),
      ValueRange{joined(a0, a1), joined(b0, b1), accumulator, zero, zero, zero,
                 zero, zero, zero});
}

Value Emitter::twoFP8ToBF16(Value word, bool upper) {
  Value two = ROCDL::CvtScaleF32PkBf16Fp8Op::create(
      *this, VectorType::get({2}, getBF16Type()), word, constantF32(1.0f),
      upper);
  return bitcast(i32(), two);
}

Value Emitter::fourToBF16(Value accumulator) {
  Value rounded = arith::TruncFOp::create(
      *this, VectorType::get({4}, getBF16Type()), accumulator);
  return bitcast(VectorType::get({2}, i32()), rounded);
}

Value Emitter::fourToFP8(ArrayRef<Value> values) {
  Value low = ROCDL::CvtPkFp8F32Op::create(*this, i32(), values[0], values[1],
                                           constant(0), false);
  return ROCDL::CvtPkFp8F32Op::create(*this, i32(), values[2], values[3], low,
                                      true);
}

SmallVector<Value> Emitter::remainders(ArrayRef<Value> values, Value word) {
  SmallVector<Value> results;
  for (unsigned upper : {0u, 1u}) {
    Value two = ROCDL::CvtPkF32Fp8Op::create(*this, VectorType::get({2}, f32()),
                                             word, upper != 0);
    for (unsigned i : {0u, 1u})
      results.push_back(addF(values[2 * upper + i], negF(element(two, i))));
  }
  return results;
}

Value Emitter::transposedRead16(Value pointer) {
  Type type = VectorType::get({4}, getIntegerType(16));
  return bitcast(VectorType::get({2}, i32()),
                 ROCDL::ds_read_tr16_b64::create(*this, type, pointer));
}

Value Emitter::transposedRead8(Value pointer) {
  return ROCDL::ds_read_tr8_b64::create(*this, VectorType::get({2}, i32()),
                                        pointer);
}

//===----------------------------------------------------------------------===//
// Synchronisation
//===----------------------------------------------------------------------===//

void Emitter::schedulingFence() { ROCDL::SchedBarrier::create(*this, 0); }

void Emitter::globalMemoryFence() {
  // Bits of what may cross: ALU, VALU, SALU, MFMA, LDS accesses,
  // transcendentals.
  constexpr uint32_t allButGlobalMemory = 0x78f;
  ROCDL::SchedBarrier::create(*this, allButGlobalMemory);
}

void Emitter::barrier() {
  // lgkmcnt(0), nothing else: gpu.barrier would drain vmcnt and with it the
  // gathers of the next tile. The fences order memory for the compiler only:
  // at single-thread scope they emit no instruction.
  constexpr uint32_t lgkmcnt0 = 0xc07f;
  auto fence = [&] {
    LLVM::FenceOp::create(*this, LLVM::AtomicOrdering::seq_cst,
                          getStringAttr("singlethread"));
  };
  ROCDL::SWaitcntOp::create(*this, lgkmcnt0);
  fence();
  ROCDL::SBarrierOp::create(*this);
  fence();
}
