//===- SpMLAAttributes.cpp - Layouts and the static key -------------------===//

#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"
#include "spmla/Dialect/SpMLA/IR/SpMLA.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace spmla;

// The enumerations of the static key keep their one spelling and their one
// message, KernelSpec's.
#define SPMLA_KEY_ENUM(TYPE, FIELD)                                            \
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
      if (parser.parseKeyword(&keyword))                                       \
        return failure();                                                      \
      PartialSpec parsed;                                                      \
      std::string problem;                                                     \
      if (!setKeyValue(parsed, KeyField::FIELD, keyword, problem))             \
        return parser.emitError(loc) << problem;                               \
      return *parsed.FIELD;                                                    \
    }                                                                          \
  };
SPMLA_KEY_ENUM(Access, access)
SPMLA_KEY_ENUM(CacheFormat, format)
SPMLA_KEY_ENUM(Dot, dot)
SPMLA_KEY_ENUM(Encoding, encoding)
SPMLA_KEY_ENUM(Gather, gather)
SPMLA_KEY_ENUM(Maxima, maxima)
SPMLA_KEY_ENUM(Output, output)
SPMLA_KEY_ENUM(Probabilities, probabilities)
SPMLA_KEY_ENUM(QType, qType)
SPMLA_KEY_ENUM(Schedule, schedule)
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
