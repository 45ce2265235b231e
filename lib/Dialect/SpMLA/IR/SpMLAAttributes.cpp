//===- SpMLAAttributes.cpp - Layouts and the static key -------------------===//

#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"
#include "spmla/Dialect/SpMLA/IR/SpMLA.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace spmla;

// The enumerations of the static key keep their one spelling, KernelSpec's.
#define SPMLA_KEY_ENUM(TYPE)                                                   \
  namespace spmla {                                                            \
  static llvm::raw_ostream &operator<<(llvm::raw_ostream &stream,              \
                                       TYPE value) {                           \
    return stream << toString(value);                                          \
  }                                                                            \
  }                                                                            \
  template <> struct mlir::FieldParser<TYPE> {                                 \
    static FailureOr<TYPE> parse(AsmParser &parser) {                          \
      SMLoc loc = parser.getCurrentLocation();                                 \
      StringRef keyword;                                                       \
      TYPE value;                                                              \
      if (parser.parseKeyword(&keyword))                                       \
        return failure();                                                      \
      if (!fromString(keyword, value))                                         \
        return parser.emitError(loc)                                           \
               << "expects a value of " #TYPE ", got " << keyword;             \
      return value;                                                            \
    }                                                                          \
  };
SPMLA_KEY_ENUM(CacheFormat)
SPMLA_KEY_ENUM(Encoding)
SPMLA_KEY_ENUM(Schedule)
SPMLA_KEY_ENUM(QType)
SPMLA_KEY_ENUM(Dot)
SPMLA_KEY_ENUM(Gather)
SPMLA_KEY_ENUM(Maxima)
SPMLA_KEY_ENUM(Output)
SPMLA_KEY_ENUM(Probabilities)
SPMLA_KEY_ENUM(Access)
#undef SPMLA_KEY_ENUM

#include "spmla/Dialect/SpMLA/IR/SpMLAEnums.cpp.inc"

#define GET_ATTRDEF_CLASSES
#include "spmla/Dialect/SpMLA/IR/SpMLAAttributes.cpp.inc"

void SpMLADialect::registerAttributes() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "spmla/Dialect/SpMLA/IR/SpMLAAttributes.cpp.inc"
      >();
}
