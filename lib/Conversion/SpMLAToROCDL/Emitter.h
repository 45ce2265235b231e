//===- Emitter.h - Scalars, lanes and instructions --------------*- C++ -*-===//
//
// What the patterns emit, one method per thing the hardware does. Values of
// type i32 and f32 are per lane unless they come from scalar sources.
//
//===----------------------------------------------------------------------===//

#ifndef SPMLA_CONVERSION_SPMLATOROCDL_EMITTER_H
#define SPMLA_CONVERSION_SPMLATOROCDL_EMITTER_H

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace spmla {

class Emitter : public mlir::ImplicitLocOpBuilder {
public:
  using ImplicitLocOpBuilder::ImplicitLocOpBuilder;
  using Value = mlir::Value;
  using Type = mlir::Type;

  Type i32() { return getI32Type(); }
  Type i64() { return getI64Type(); }
  Type f32() { return getF32Type(); }
  /// 16 bytes of a lane, the unit of every load: vector<4xi32>.
  Type registers4() { return mlir::VectorType::get({4}, i32()); }
  /// A 16x16 result of an MFMA: vector<4xf32>.
  Type accumulator4() { return mlir::VectorType::get({4}, f32()); }
  mlir::LLVM::LLVMPointerType pointer(unsigned addressSpace) {
    return mlir::LLVM::LLVMPointerType::get(getContext(), addressSpace);
  }

  Value constant(int32_t value);
  Value constant64(int64_t value);
  Value constantF32(float value);
  Value add(Value a, Value b);
  Value add(Value a, int32_t b);
  Value sub(Value a, Value b);
  Value mul(Value a, Value b);
  Value mul(Value a, int32_t b);
  Value shiftLeft(Value a, int32_t bits);
  Value shiftRight(Value a, Value bits);
  Value shiftRight(Value a, int32_t bits);
  Value bitAnd(Value a, int32_t mask);
  Value extend64(Value a);
  Value truncate32(Value a);
  /// High 32 bits of the unsigned product.
  Value mulHigh(Value a, Value b);
  Value bitcast(Type type, Value a);

  Value addF(Value a, Value b);
  Value mulF(Value a, Value b);
  Value negF(Value a);
  /// a * b + c in one rounding.
  Value fma(Value a, Value b, Value c);
  /// NaN if either is (one v_maximum3_f32 for two of them).
  Value maximum(Value a, Value b);
  Value exp2(Value a);
  Value log2(Value a);
  Value reciprocal(Value a);
  Value splat(Value scalar, unsigned count);
  Value element(Value vector, int64_t index);
  Value vectorOf(llvm::ArrayRef<Value> elements);

  /// Address `bytes` (i32 or i64, added as is) behind a pointer.
  Value offset(Value pointer, Value bytes);
  Value offset(Value pointer, int32_t bytes);
  Value load(Type type, Value pointer, unsigned alignment);
  /// A load of what no kernel writes, from an address that all lanes share:
  /// becomes a scalar load.
  Value loadUniform(Type type, Value pointer, unsigned alignment);
  void store(Value value, Value pointer, unsigned alignment);
  /// Range-checked load: past the descriptor's size it gives zero. The whole
  /// offset goes into `bytes`, since the scalar offset is not checked.
  Value bufferLoad(Type type, Value descriptor, Value bytes);
  /// `size`: bytes (i64) that loads may touch.
  Value bufferDescriptor(Value base, Value size);

  /// Value of lane `lane` of each row of 16 lanes.
  Value broadcastInRow(Value a, unsigned lane);
  /// In lanes 32-63, the value of the lane 8 further (cyclically) in the row of
  /// 16; lanes 0-31 keep theirs.
  Value rotateUpperRowsBy8(Value a);
  /// The value of the lane 8 further (cyclically) in the row of 16.
  Value rotateRowsBy8(Value a);
  /// Combines the four lanes that share lane % 16; all get the result.
  Value reduceOverGroups(Value a,
                         llvm::function_ref<Value(Value, Value)> combine);
  /// The value of lane `lane` (i32, per lane).
  Value valueOfLane(Value a, Value lane);
  /// One bit per lane, and back.
  Value ballot(Value condition);
  Value inverseBallot(Value mask);
  /// A value that the program knows to be equal in all lanes.
  Value uniform(Value a);

  /// acc + A . B for 16x16x32 bf16; A and B are registers4.
  Value mfma16x16x32BF16(Value a, Value b, Value accumulator);
  /// The same for 16x16x32 e4m3; A and B are 8 bytes, or half 0 or 1 of
  /// registers4.
  Value mfma16x16x32FP8(Value a, Value b, unsigned half, Value accumulator);
  /// The same for 16x16x128 e4m3, twice the rate of the former; an operand is
  /// two registers4.
  Value mfma16x16x128FP8(Value a0, Value a1, Value b0, Value b1,
                         Value accumulator);
  /// Two of a word's four e4m3 codes as two bf16 (an i32): exact.
  Value twoFP8ToBF16(Value word, bool upper);
  /// Four values rounded to bf16, as two words.
  Value fourToBF16(Value accumulator);
  /// Four values of at most 448 rounded to e4m3, as one word.
  Value fourToFP8(llvm::ArrayRef<Value> values);
  /// What `fourToFP8` lost of each of the four values.
  llvm::SmallVector<Value> remainders(llvm::ArrayRef<Value> values, Value word);
  /// Column (lane % 16) of a 4x16 tile of 16-bit elements per row of 16 lanes,
  /// as two words; lanes 4j .. 4j + 3 of a row of lanes address row j.
  Value transposedRead16(Value pointer);
  /// Column (lane % 16) of an 8x16 tile of 8-bit elements per row of 16 lanes,
  /// as two words; lanes 2j and 2j + 1 of a row of lanes address row j.
  Value transposedRead8(Value pointer);

  /// Waits for LDS, lets all waves meet, and keeps the compiler from moving
  /// memory accesses across. Global loads stay in flight.
  void barrier();

  /// Keeps LLVM's scheduler from moving anything across.
  void schedulingFence();
  /// The same for accesses to global memory alone.
  void globalMemoryFence();
};

} // namespace spmla

#endif // SPMLA_CONVERSION_SPMLATOROCDL_EMITTER_H
