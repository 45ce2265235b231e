#include "spmla/Target/HSACO/Files.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace spmla {

namespace {

Error fileError(StringRef path, StringRef what, std::error_code code) {
  return createStringError(code, "expects '" + path + "' to be " + what +
                                     ", got: " + code.message());
}

} // namespace

Expected<std::string> readFile(StringRef path) {
  ErrorOr<std::unique_ptr<MemoryBuffer>> buffer = MemoryBuffer::getFile(path);
  if (!buffer)
    return fileError(path, "readable", buffer.getError());
  return (*buffer)->getBuffer().str();
}

Error writeFile(StringRef path, StringRef contents) {
  std::error_code code;
  raw_fd_ostream os(path, code);
  if (!code) {
    os << contents;
    os.close();
    code = os.error();
    os.clear_error();
  }
  if (code)
    return fileError(path, "writable", code);
  return Error::success();
}

/// Flushes `os` and takes its error from it.
static std::error_code finish(raw_fd_ostream &os) {
  os.flush();
  std::error_code code = os.error();
  os.clear_error();
  return code;
}

/// A pipe or a device takes the bytes; a file renamed over it would destroy it.
static Error writeInto(StringRef path, StringRef contents) {
  std::error_code code;
  raw_fd_ostream os(path, code, sys::fs::OF_None);
  if (!code) {
    os << contents;
    code = finish(os);
  }
  return code ? fileError(path, "writable", code) : Error::success();
}

Error replaceFile(StringRef path, StringRef contents) {
  sys::fs::file_status status;
  if (!sys::fs::status(path, status) && !sys::fs::is_regular_file(status))
    return writeInto(path, contents);
  Expected<sys::fs::TempFile> file = sys::fs::TempFile::create(
      path + ".%%%%%%.tmp", sys::fs::all_read | sys::fs::all_write);
  if (!file)
    return fileError(path, "writable", errorToErrorCode(file.takeError()));
  raw_fd_ostream os(file->FD, /*shouldClose=*/false);
  os << contents;
  if (std::error_code code = finish(os)) {
    consumeError(file->discard());
    return fileError(path, "writable", code);
  }
  return file->keep(path);
}

Error createFolder(StringRef path) {
  // The caller's umask decides, as for files.
  if (std::error_code code = sys::fs::create_directories(
          path, /*IgnoreExisting=*/true, sys::fs::all_all))
    return fileError(path, "a folder", code);
  return Error::success();
}

} // namespace spmla
