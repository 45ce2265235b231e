//===- PrintProfile.cpp - A profile as text -------------------------------===//

#include "PrintProfile.h"

#include <cinttypes>
#include <cmath>
#include <cstdarg>
#include <cstdio>

using namespace spmla;
using namespace spmla::run;
using nlohmann::ordered_json;

namespace {
__attribute__((format(printf, 1, 2))) std::string format(const char *text,
                                                         ...) {
  char buffer[512];
  va_list arguments;
  va_start(arguments, text);
  std::vsnprintf(buffer, sizeof buffer, text, arguments);
  va_end(arguments);
  return buffer;
}

/// Counters that are 0 are left out of a profile.
double count(const ordered_json &counters, const char *name) {
  return counters.value(name, 0.0);
}

/// One digit behind the point, where there is something behind it.
std::string number(double value) {
  return format(value == std::floor(value) ? "%.0f" : "%.1f", value);
}

std::string share(double part, double whole) {
  return format("%.1f %%", whole > 0 ? 100 * part / whole : 0.0);
}

/// Rows of cells, numbers to the right: all columns but the first and the last.
class Table {
public:
  void row(std::vector<std::string> cells) { rows.push_back(std::move(cells)); }

  std::string text() const {
    std::vector<size_t> widths;
    for (const auto &row : rows)
      for (size_t i = 0; i < row.size(); ++i) {
        widths.resize(std::max(widths.size(), i + 1));
        widths[i] = std::max(widths[i], row[i].size());
      }
    std::string all;
    for (const auto &row : rows) {
      std::string line;
      for (size_t i = 0; i < row.size(); ++i) {
        std::string pad(widths[i] - row[i].size(), ' ');
        bool isText = i == 0 || i + 1 == widths.size();
        line += "  " + (isText ? row[i] + pad : pad + row[i]);
      }
      line.erase(line.find_last_not_of(' ') + 1);
      all += line + "\n";
    }
    return all;
  }

private:
  std::vector<std::vector<std::string>> rows;
};

/// Executed instructions of each class, whole and per wave.
std::string classTable(const ordered_json &profile, const char *whole,
                       double waves) {
  constexpr double barWidth = 40;
  double total = count(profile.at("total"), "executions");
  Table table;
  table.row({"class", whole, "per wave", "share", ""});
  auto add = [&](const std::string &name, double executions) {
    if (executions == 0)
      return;
    auto bar = static_cast<size_t>(std::lround(barWidth * executions / total));
    table.row({name, number(executions), number(executions / waves),
               share(executions, total),
               std::string(name == "total" ? 0 : bar, '#')});
  };
  for (const auto &[name, counters] : profile.at("classes").items())
    add(name, count(counters, "executions"));
  add("total", total);
  return table.text();
}

std::string totals(const ordered_json &profile) {
  const ordered_json &total = profile.at("total");
  auto of = [&](const char *name) { return number(count(total, name)); };
  double vector = 0; // instructions that EXEC masks
  for (const char *name :
       {"valu", "vmem_load", "vmem_store", "lds_read", "lds_write"})
    vector += count(profile.at("classes").at(name), "executions");
  Table table;
  table.row({"global memory", of("global_bytes_read") + " bytes read, " +
                                  of("global_bytes_written") + " written"});
  table.row({"128-byte lines",
             of("lines") + " requested, " + of("lines_merged") +
                 " where adjacent loads merge, distinct " +
                 number(count(profile, "distinct_lines_read")) + " read and " +
                 number(count(profile, "distinct_lines_written")) +
                 " written"});
  table.row(
      {"LDS",
       of("lds_bytes_read") + " bytes read, " + of("lds_bytes_written") +
           " written, " + of("lds_cycles") + " cycles, of which " +
           of("bank_conflicts") + " bank conflicts (" +
           share(count(total, "bank_conflicts"), count(total, "lds_cycles")) +
           ")"});
  table.row(
      {"lanes", number(vector > 0 ? count(total, "active_lanes") / vector : 0) +
                    " active per vector instruction, " + of("partial_exec") +
                    " of " + number(vector) + " with partial EXEC, " +
                    of("splits") + " splits"});
  return table.text();
}

/// What stands behind an instruction's text.
std::string remarks(const ordered_json &instruction) {
  std::string text;
  double executions = count(instruction, "executions");
  if (double taken = count(instruction, "taken"))
    text += "  ; taken " + share(taken, executions);
  if (double splits = count(instruction, "splits"))
    text += "  ; splits " + share(splits, executions);
  return text;
}

std::string hotLoop(const ordered_json &kernel) {
  const ordered_json &loop = kernel.at("hot_loop");
  if (loop.is_null())
    return "hot loop: none\n";
  auto first = loop.at("first").get<uint64_t>(),
       last = loop.at("last").get<uint64_t>();
  Table table;
  table.row({"pc", "executed", "lanes", "bytes", "lines", "merged", "LDS bytes",
             "cycles", "conflicts", ""});
  double executed = 0, instructions = 0;
  for (const ordered_json &instruction : kernel.at("instructions")) {
    auto pc = instruction.at("pc").get<uint64_t>();
    if (pc < first || pc > last)
      continue;
    double executions = count(instruction, "executions");
    executed += executions;
    ++instructions;
    // Nothing where there is nothing to say.
    auto mean = [&](double sum) {
      return sum > 0 ? number(sum / executions) : "";
    };
    auto of = [&](const char *name) { return count(instruction, name); };
    table.row(
        {format("%" PRIx64, pc), number(executions), mean(of("active_lanes")),
         mean(of("global_bytes_read") + of("global_bytes_written")),
         mean(of("lines")), mean(of("lines_merged")),
         mean(of("lds_bytes_read") + of("lds_bytes_written")),
         mean(of("lds_cycles")), mean(of("bank_conflicts")),
         instruction.at("text").get<std::string>() + remarks(instruction)});
  }
  return "hot loop: " + number(instructions) + " instructions, " +
         share(executed, count(kernel.at("total"), "executions")) +
         " of what is executed; means per execution\n" + table.text();
}
} // namespace

std::string spmla::run::printProfile(const ordered_json &profile) {
  std::string text;
  for (const ordered_json &kernel : profile.at("kernels")) {
    double waves = count(kernel, "waves");
    text += "profile of " + kernel.at("name").get<std::string>() + " on " +
            kernel.at("arch").get<std::string>() + ": launches " +
            number(count(kernel, "launches")) + ", workgroups " +
            number(count(kernel, "workgroups")) + ", waves " + number(waves) +
            "\n";
    text += classTable(kernel, "executed", waves) + totals(kernel) +
            hotLoop(kernel);
  }
  return text.empty() ? "profile: no kernel was launched\n" : text;
}

std::string spmla::run::printTileProfile(const ordered_json &tile) {
  const ordered_json &rows = tile.at("rows");
  double workgroups = count(tile, "workgroups");
  return "per tile of " + number(count(tile, "tokens")) +
         " tokens and workgroup: difference of rows of " +
         number(rows.at(1).get<double>()) + " and " +
         number(rows.at(0).get<double>()) + "\n" +
         classTable(tile, "workgroup", count(tile, "waves") / workgroups) +
         totals(tile);
}
