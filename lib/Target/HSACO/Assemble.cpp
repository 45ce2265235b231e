#include "Backend.h"

#include "llvm/MC/MCAsmBackend.h"
#include "llvm/MC/MCAsmInfo.h"
#include "llvm/MC/MCCodeEmitter.h"
#include "llvm/MC/MCContext.h"
#include "llvm/MC/MCInstrInfo.h"
#include "llvm/MC/MCObjectFileInfo.h"
#include "llvm/MC/MCObjectWriter.h"
#include "llvm/MC/MCParser/MCAsmParser.h"
#include "llvm/MC/MCParser/MCTargetAsmParser.h"
#include "llvm/MC/MCRegisterInfo.h"
#include "llvm/MC/MCStreamer.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/SourceMgr.h"

using namespace llvm;

namespace spmla {

namespace {

/// Keeps the first complaint of the assembler.
void keepFirst(const SMDiagnostic &diagnostic, void *text) {
  auto &message = *static_cast<std::string *>(text);
  if (message.empty() && diagnostic.getKind() == SourceMgr::DK_Error)
    message = "line " + std::to_string(diagnostic.getLineNo()) + ": " +
              diagnostic.getMessage().str() + ": " +
              diagnostic.getLineContents().trim().str();
}

} // namespace

Expected<std::string> assemble(StringRef assembly,
                               const TargetMachine &machine) {
  const Target &target = machine.getTarget();
  const Triple &triple = machine.getTargetTriple();
  const MCTargetOptions options;
  SourceMgr source;
  source.AddNewSourceBuffer(MemoryBuffer::getMemBufferCopy(assembly), SMLoc());
  std::string message;
  source.setDiagHandler(keepFirst, &message);

  std::unique_ptr<MCRegisterInfo> registers(target.createMCRegInfo(triple));
  std::unique_ptr<MCAsmInfo> info(
      target.createMCAsmInfo(*registers, triple, options));
  std::unique_ptr<MCSubtargetInfo> subtarget(target.createMCSubtargetInfo(
      triple, machine.getTargetCPU(), machine.getTargetFeatureString()));
  MCContext context(triple, info.get(), registers.get(), subtarget.get(),
                    &source, &options);
  // What is found at the end of the file goes through the context.
  context.setDiagnosticHandler(
      [&](const SMDiagnostic &diagnostic, bool, const SourceMgr &,
          std::vector<const MDNode *> &) { keepFirst(diagnostic, &message); });
  std::unique_ptr<MCObjectFileInfo> sections(
      target.createMCObjectFileInfo(context, /*PIC=*/true));
  context.setObjectFileInfo(sections.get());
  std::unique_ptr<MCInstrInfo> instructions(target.createMCInstrInfo());

  SmallString<0> object;
  raw_svector_ostream os(object);
  std::unique_ptr<MCAsmBackend> backend(
      target.createMCAsmBackend(*subtarget, *registers, options));
  std::unique_ptr<MCObjectWriter> writer = backend->createObjectWriter(os);
  std::unique_ptr<MCCodeEmitter> emitter(
      target.createMCCodeEmitter(*instructions, context));
  std::unique_ptr<MCStreamer> streamer(target.createMCObjectStreamer(
      triple, context, std::move(backend), std::move(writer),
      std::move(emitter), *subtarget));
  std::unique_ptr<MCAsmParser> parser(
      createMCAsmParser(source, context, *streamer, *info));
  std::unique_ptr<MCTargetAsmParser> targetParser(
      target.createMCAsmParser(*subtarget, *parser, *instructions, options));
  parser->setTargetParser(*targetParser);
  if (parser->Run(/*NoInitialTextSection=*/false) || !message.empty())
    return createStringError("expects assembly to be valid, got " + message);
  return std::string(object);
}

} // namespace spmla
