#include "spmla/Target/HSACO/Listing.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"

using namespace llvm;

namespace spmla {

namespace {

bool isConditionalBranch(StringRef mnemonic) {
  return mnemonic.starts_with("s_cbranch_");
}

bool endsProgram(StringRef mnemonic) {
  return mnemonic == "s_endpgm" || mnemonic == "s_endpgm_saved";
}

bool isIndirect(StringRef mnemonic) {
  return mnemonic == "s_setpc_b64" || mnemonic == "s_swappc_b64" ||
         mnemonic == "s_call_b64" || mnemonic == "s_rfe_b64";
}

class Parser {
public:
  Expected<Listing> parse(StringRef assembly) {
    for (StringRef rest = assembly; !rest.empty();) {
      StringRef line;
      std::tie(line, rest) = rest.split('\n');
      if (Error error = parseLine(line))
        return std::move(error);
    }
    if (listing.blocks.empty())
      return createStringError(
          "expects assembly listing to hold a kernel, got none");
    if (Error error = connect())
      return std::move(error);
    return std::move(listing);
  }

private:
  Error parseLine(StringRef line) {
    auto [code, comment] = line.split(';');
    comment = comment.trim();
    StringRef text = code.trim();
    if (text.empty()) {
      // "; %bb.3:   ; %name" heads a block that no branch leads to.
      if (inFunction && line.starts_with("; %bb."))
        startBlock("", comment.split(';').second.trim());
      return Error::success();
    }
    bool isIndented = code.front() == ' ' || code.front() == '\t';
    if (!isIndented && text.ends_with(":"))
      return parseLabel(text.drop_back(), comment);
    if (text.front() == '.') {
      parseDirective(text);
      return Error::success();
    }
    if (!inFunction)
      return Error::success();
    return addInstruction(text);
  }

  Error parseLabel(StringRef label, StringRef comment) {
    if (label.starts_with(".Lfunc_end")) {
      inFunction = false;
    } else if (label == declared) {
      if (!listing.blocks.empty())
        return createStringError(
            "expects assembly listing to hold one function, got %s and %s",
            listing.kernel.c_str(), label.str().c_str());
      listing.kernel = label.str();
      inFunction = true;
      listing.blocks.emplace_back();
    } else if (inFunction && label.starts_with(".LBB")) {
      startBlock(label, comment);
    }
    return Error::success();
  }

  void parseDirective(StringRef text) {
    // .type NAME,@function declares the label that opens the code.
    if (!text.consume_front(".type"))
      return;
    auto [name, kind] = text.split(',');
    if (kind.trim() == "@function")
      declared = name.trim().str();
  }

  void startBlock(StringRef label, StringRef name) {
    name.consume_front("%");
    bool isCold = name.starts_with(COLD_BLOCK_PREFIX);
    // The entry's own heading and a block that a branch just ended are empty.
    if (!listing.blocks.back().instructions.empty() ||
        !listing.blocks.back().label.empty())
      listing.blocks.emplace_back();
    listing.blocks.back().label = label.str();
    listing.blocks.back().isCold = isCold;
  }

  Error addInstruction(StringRef text) {
    size_t space = text.find_first_of(" \t");
    StringRef mnemonic = text.substr(0, space);
    StringRef operands =
        space == StringRef::npos ? StringRef() : text.substr(space).trim();
    if (isIndirect(mnemonic))
      return createStringError("expects control flow of %s to be direct, got "
                               "%s",
                               listing.kernel.c_str(), mnemonic.str().c_str());
    if (!mnemonic.consume_back("_e32"))
      mnemonic.consume_back("_e64");
    listing.blocks.back().instructions.push_back(
        {mnemonic.str(), operands.str()});
    if (isConditionalBranch(mnemonic) || mnemonic == "s_branch" ||
        endsProgram(mnemonic)) {
      bool isCold = listing.blocks.back().isCold;
      listing.blocks.emplace_back();
      listing.blocks.back().isCold = isCold;
    }
    return Error::success();
  }

  Error connect() {
    if (listing.blocks.back().instructions.empty())
      listing.blocks.pop_back();
    StringMap<unsigned> byLabel;
    for (auto [index, block] : enumerate(listing.blocks))
      if (!block.label.empty())
        byLabel[block.label] = index;
    for (auto [index, block] : enumerate(listing.blocks)) {
      bool fallsThrough = index + 1 < listing.blocks.size();
      if (!block.instructions.empty()) {
        const ListingInstruction &last = block.instructions.back();
        if (isConditionalBranch(last.mnemonic) || last.mnemonic == "s_branch") {
          auto target = byLabel.find(last.operands);
          if (target == byLabel.end())
            return createStringError(
                "expects target of %s in %s to be a label of the listing, got "
                "'%s'",
                last.mnemonic.c_str(), listing.kernel.c_str(),
                last.operands.c_str());
          block.successors.push_back(target->second);
        }
        fallsThrough &=
            last.mnemonic != "s_branch" && !endsProgram(last.mnemonic);
      }
      if (fallsThrough)
        block.successors.push_back(index + 1);
    }
    return Error::success();
  }

  Listing listing;
  std::string declared;
  bool inFunction = false;
};

} // namespace

Expected<Listing> parseListing(StringRef assembly) {
  return Parser().parse(assembly);
}

} // namespace spmla
