//===- KernelFiles.cpp - Kernels on disk for loader tests -----------------===//

#include "KernelFiles.h"

#include "Sha256.h"

#include "spmla/Kernel/KernelSpec.h"

#include <elf.h>
#include <stdlib.h>

#include <cstring>
#include <fstream>
#include <stdexcept>

using namespace spmla;
using namespace spmla::test;

std::string test::emptyCodeObject() {
  Elf64_Ehdr header{};
  std::memcpy(header.e_ident, ELFMAG, SELFMAG);
  header.e_ident[EI_CLASS] = ELFCLASS64;
  header.e_ident[EI_DATA] = ELFDATA2LSB;
  header.e_ident[EI_VERSION] = EV_CURRENT;
  header.e_ident[EI_OSABI] = 64;
  header.e_ident[EI_ABIVERSION] = 3;
  header.e_type = ET_DYN;
  header.e_machine = EM_AMDGPU;
  header.e_version = EV_CURRENT;
  header.e_phoff = sizeof header;
  header.e_flags = 0x54f; // gfx950, xnack and sramecc any
  header.e_ehsize = sizeof header;
  header.e_phentsize = sizeof(Elf64_Phdr);
  header.e_phnum = 1;
  Elf64_Phdr segment{};
  segment.p_type = PT_LOAD;
  segment.p_filesz = sizeof header + sizeof segment;
  std::string image(sizeof header + sizeof segment, '\0');
  std::memcpy(&image[0], &header, sizeof header);
  std::memcpy(&image[sizeof header], &segment, sizeof segment);
  return image;
}

const char test::KernelOfTest[] =
    "spmla_fp8_scalar_e4m3fn_l512_r64_v512_h16_k64_w4_staged_p1_s1_row_qbf16_"
    "dotbf16_probbf16_exact_buffer_obf16__gfx950";

/// KernelOfTest with other values: the fields of a name have one place each.
static std::string nameWith(const nlohmann::json &changes) {
  KernelSpec spec;
  PartialSpec fields;
  std::string error;
  if (!parseKernelName(test::KernelOfTest, spec, error))
    throw std::runtime_error(error);
  for (const KeyFieldInfo &info : keyFields()) {
    std::string value = keyValue(spec, info.field);
    if (changes.contains(info.id))
      value = changes[info.id].get<std::string>();
    if (!setKeyValue(fields, info.field, value, error))
      throw std::runtime_error(error);
  }
  return kernelName(completeSpec(fields));
}

nlohmann::json test::goodManifest(const std::string &image,
                                  const nlohmann::json &key) {
  nlohmann::json whole = {{"arch", "gfx950"},     {"format", "fp8_scalar"},
                          {"encoding", "e4m3fn"}, {"latent", 512},
                          {"rope", 64},           {"value", 512},
                          {"program_heads", 16},  {"key_tile", 64},
                          {"waves", 4},           {"schedule", "staged"},
                          {"gather", "row"},      {"prefetch", 1},
                          {"value_slots", 1},     {"q_type", "bf16"},
                          {"dot", "bf16"},        {"probabilities", "bf16"},
                          {"maxima", "exact"},    {"access", "buffer"},
                          {"output", "bf16"}};
  whole.update(key);
  return {{"manifest", 1},
          {"kernel", nameWith(key)},
          {"arch", whole["arch"]},
          {"key", whole},
          {"arguments", {{"layout", 2}, {"bytes", 164}, {"preload", 0}}},
          {"workgroup_size", 256},
          {"resources",
           {{"vgpr", 100},
            {"agpr", 1},
            {"sgpr", 50},
            {"vgpr_spill", 0},
            {"sgpr_spill", 0},
            {"scratch", 0},
            {"lds", 70000},
            {"waves_per_simd", 2},
            {"workgroups_per_cu", 2}}},
          {"lse", {{"base", "e"}, {"sink", "included"}, {"empty_row", "-inf"}}},
          {"invalid_slot", "skipped"},
          {"generator", {{"version", "0.1.0"}, {"llvm", "22.1.8"}}},
          {"hsaco",
           {{"file", "kernel.hsaco"},
            {"bytes", image.size()},
            {"sha256", runtime::sha256(image.data(), image.size())}}}};
}

static void writeFile(const std::string &path, const std::string &bytes) {
  std::ofstream file(path, std::ios::binary);
  file << bytes;
  if (!file.flush())
    throw std::runtime_error("cannot write " + path);
}

KernelFiles::KernelFiles() {
  std::string name =
      std::filesystem::temp_directory_path() / "spmla-test-XXXXXX";
  if (!mkdtemp(&name[0]))
    throw std::runtime_error("cannot create " + name);
  folder = name;
  writeImage(emptyCodeObject());
  writeManifest(goodManifest(emptyCodeObject()));
}

KernelFiles::~KernelFiles() { std::filesystem::remove_all(folder); }

std::string KernelFiles::hsaco() const { return folder / "kernel.hsaco"; }
std::string KernelFiles::json() const { return folder / "kernel.json"; }

void KernelFiles::writeImage(const std::string &image) {
  writeFile(hsaco(), image);
}

void KernelFiles::writeManifest(const std::string &text) {
  writeFile(json(), text);
}

void KernelFiles::writeManifest(const nlohmann::json &manifest) {
  writeManifest(manifest.dump(2));
}
