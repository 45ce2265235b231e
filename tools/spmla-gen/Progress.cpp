#include "Progress.h"

using namespace llvm;

namespace spmla::gen {

void Progress::start(StringRef name) {
  ++current;
  if (!os.is_displayed()) {
    os << '[' << current << '/' << total << "] " << name << '\n';
    return;
  }
  constexpr size_t width = 24;
  size_t filled = width * current / total;
  // Return, then erase to the end of the line.
  os << "\r\x1b[K[" << std::string(filled, '#')
     << std::string(width - filled, '.') << "] " << current << '/' << total
     << ' ' << name;
  os.flush();
  isLineOpen = true;
}

void Progress::breakLine() {
  if (isLineOpen)
    os << '\n';
  isLineOpen = false;
}

} // namespace spmla::gen
