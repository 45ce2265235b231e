//===- ShippedKernelsTest.cpp - The code of every shipped kernel ----------===//
//
// What a schedule promises about the order of its instructions, which no count
// shows: --emit stats and the budgets have the counts.
//
//===----------------------------------------------------------------------===//

#include "TestFiles.h"

#include "spmla/Kernel/KernelTable.h"
#include "spmla/Target/HSACO/Generate.h"
#include "spmla/Target/HSACO/HotPath.h"
#include "spmla/Target/HSACO/InstructionClass.h"

#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"
#include "llvm/IRReader/IRReader.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"

#include "gmock/gmock.h"

using namespace spmla;
using llvm::StringRef;
using testing::IsEmpty;

namespace {

using Lines = std::vector<std::string>;
using Instructions = std::vector<ListingInstruction>;

std::string textOf(const ListingInstruction &instruction) {
  return instruction.mnemonic + " " + instruction.operands;
}

bool isLoad(const ListingInstruction &instruction) {
  llvm::Expected<InstructionClass> kind = classify(instruction);
  return llvm::cantFail(std::move(kind)) == InstructionClass::VMEMLoad;
}

/// The gathers of rows; a load of slots has a dword per lane.
bool isGather(const ListingInstruction &instruction) {
  return isLoad(instruction) &&
         StringRef(instruction.mnemonic).ends_with("_dwordx4");
}

bool waitsForLoads(const ListingInstruction &instruction) {
  return instruction.mnemonic == "s_waitcnt" &&
         StringRef(instruction.operands).contains("vmcnt");
}

//===----------------------------------------------------------------------===//
// LLVM IR
//===----------------------------------------------------------------------===//

Lines inlineAssembly(const llvm::Module &module) {
  Lines found;
  for (const llvm::Function &function : module)
    for (const llvm::Instruction &instruction : llvm::instructions(function))
      if (const auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction))
        if (const auto *assembly =
                llvm::dyn_cast<llvm::InlineAsm>(call->getCalledOperand()))
          found.push_back(assembly->getAsmString().str());
  return found;
}

/// A NaN in a valid row must reach its output.
Lines assumptionsAboutNaN(const llvm::Module &module) {
  Lines found;
  for (const llvm::Function &function : module)
    for (const llvm::Instruction &instruction : llvm::instructions(function)) {
      const auto *math = llvm::dyn_cast<llvm::FPMathOperator>(&instruction);
      if (math && (math->hasNoNaNs() || math->hasNoInfs()))
        llvm::raw_string_ostream(found.emplace_back()) << instruction;
    }
  return found;
}

//===----------------------------------------------------------------------===//
// The listing
//===----------------------------------------------------------------------===//

Instructions allInstructions(const Listing &listing) {
  Instructions all;
  for (const ListingBlock &block : listing.blocks)
    llvm::append_range(all, block.instructions);
  return all;
}

/// One trip through the tile loop, from its header.
Instructions tileLoop(const Listing &listing) {
  llvm::Expected<std::vector<unsigned>> path = findHotPath(listing);
  if (!path) {
    ADD_FAILURE() << toString(path.takeError());
    return {};
  }
  Instructions trip;
  for (unsigned block : *path)
    llvm::append_range(trip, listing.blocks[block].instructions);
  return trip;
}

Lines movesThroughAGPRsOrScratch(const Instructions &instructions) {
  Lines found;
  for (const ListingInstruction &instruction : instructions)
    if (movesAGPR(instruction) ||
        StringRef(instruction.mnemonic).starts_with("scratch_"))
      found.push_back(textOf(instruction));
  return found;
}

/// Between the first gather and the barrier that comes next, in this trip or in
/// the following one.
Lines waitsBeforeNextBarrier(const Instructions &trip) {
  auto gather = llvm::find_if(trip, isGather);
  if (gather == trip.end())
    return {"no gather"};
  Instructions rotated(gather, trip.end());
  rotated.insert(rotated.end(), trip.begin(), gather);
  Lines found;
  for (const ListingInstruction &instruction : rotated) {
    if (instruction.mnemonic == "s_barrier")
      return found;
    if (waitsForLoads(instruction))
      found.push_back(textOf(instruction));
  }
  return {"no barrier"};
}

/// What a gather adds to its address in bytes, and its operands without that.
std::pair<std::string, unsigned> splitOffset(const ListingInstruction &gather) {
  auto [operands, offset] = StringRef(gather.operands).split(" offset:");
  unsigned bytes = 0;
  offset.getAsInteger(10, bytes);
  // The destination is the one operand in which two halves differ.
  return {operands.split(',').second.str(), bytes};
}

bool isSecondHalf(const ListingInstruction &instruction) {
  return isGather(instruction) && splitOffset(instruction).second % 128 == 64;
}

/// Loads of the second 64 bytes of 128 that do not come right after the load of
/// the first.
Lines separatedHalves(const Instructions &trip) {
  Lines found;
  const ListingInstruction *before = nullptr;
  for (const ListingInstruction &load : trip) {
    if (!isLoad(load))
      continue;
    auto [address, offset] = splitOffset(load);
    std::pair first(address, offset - 64);
    if (isSecondHalf(load) && (!before || splitOffset(*before) != first))
      found.push_back(textOf(load));
    before = &load;
  }
  return found;
}

unsigned barriersPerTile(const KernelSpec &spec) {
  switch (spec.schedule) {
  case Schedule::solo:
    return 0;
  case Schedule::direct:
    return 1;
  case Schedule::staged:
    return 2;
  }
  llvm_unreachable("every schedule is handled");
}

class ShippedKernels : public FolderTest,
                       public testing::WithParamInterface<const char *> {
protected:
  void SetUp() override {
    FolderTest::SetUp();
    StageFiles files;
    files.saveTemps = std::string(folder);
    llvm::Expected<CodeObject> object = generateKernel(spec(), files);
    ASSERT_TRUE(static_cast<bool>(object)) << toString(object.takeError());
    llvm::Expected<Listing> parsed = parseListing(object->assembly);
    ASSERT_TRUE(static_cast<bool>(parsed)) << toString(parsed.takeError());
    listing = std::move(*parsed);
  }

  const KernelSpec &spec() const { return findKernel(GetParam())->spec; }

  std::unique_ptr<llvm::Module> read(StringRef name) {
    llvm::SMDiagnostic diagnostic;
    auto module = llvm::parseIRFile(path(name), diagnostic, context);
    EXPECT_TRUE(module) << diagnostic.getMessage().str();
    return module;
  }

  llvm::LLVMContext context;
  Listing listing;
};

} // namespace

TEST_P(ShippedKernels, KeepTheirSchedule) {
  for (StringRef stage : {"03-llvm.ll", "04-opt.ll"}) {
    SCOPED_TRACE(stage.str());
    std::unique_ptr<llvm::Module> module = read(stage);
    ASSERT_TRUE(module);
    EXPECT_THAT(inlineAssembly(*module), IsEmpty());
    EXPECT_THAT(assumptionsAboutNaN(*module), IsEmpty());
  }

  EXPECT_THAT(movesThroughAGPRsOrScratch(allInstructions(listing)), IsEmpty());
  Instructions trip = tileLoop(listing);
  EXPECT_EQ(llvm::count_if(trip,
                           [](const ListingInstruction &instruction) {
                             return instruction.mnemonic == "s_barrier";
                           }),
            barriersPerTile(spec()));
  // The loads of tile k + 2 stay in flight while everyone gets to tile k + 1.
  if (spec().schedule == Schedule::direct && spec().prefetch == 2)
    EXPECT_THAT(waitsBeforeNextBarrier(trip), IsEmpty());
  // Even rows begin at a line.
  if (spec().gather == Gather::half) {
    int blocks = spec().keyTile / spec().waves / 16;
    EXPECT_EQ(llvm::count_if(trip, isSecondHalf), spec().latent / 128 * blocks);
    EXPECT_THAT(separatedHalves(trip), IsEmpty());
  }
}

INSTANTIATE_TEST_SUITE_P(All, ShippedKernels, testing::ValuesIn([] {
                           std::vector<const char *> names;
                           for (const KernelRecord &record : kernelTable())
                             names.push_back(record.name);
                           return names;
                         }()),
                         [](const testing::TestParamInfo<const char *> &info) {
                           return std::string(info.param);
                         });
