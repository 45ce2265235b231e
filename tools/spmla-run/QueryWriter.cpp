//===- QueryWriter.cpp - Writing q as a server does -----------------------===//

#include "QueryWriter.h"

#include "CacheWriter.h"

#include <algorithm>
#include <cmath>

using namespace spmla::run;

float spmla::run::queryScale(const std::vector<double> &values) {
  double largest = 0;
  for (double value : values)
    largest = std::max(largest, std::fabs(value));
  return largest > 0 ? float(largest / 448) : 1;
}

void spmla::run::writeQuery(spmla_encoding encoding, const double *values,
                            int count, double scale, Image &q, int64_t first) {
  for (int i = 0; i != count; ++i) {
    if (encoding == SPMLA_ENCODING_BF16)
      q.set(first + i, encodeBf16(values[i]));
    else
      q.set(first + i, encodeE4m3(values[i] / scale, encoding));
  }
}
