#!/usr/bin/env python3
"""Removes or weakens each barrier, wait and nop of the shipped kernels, one at
a time, and asks the emulator's strict mode.

Each s_barrier, s_waitcnt and s_nop of a kernel is taken out of its assembly
listing; of an s_waitcnt each counter is also dropped alone and raised by one,
and an s_nop loses one wait state. Each such mutant runs in strict mode, and is
looked at on every path of its control-flow graph (folder mutation):

  caught         strict mode tells what is wrong, and nothing proves that the
                 mutant behaves like its kernel
  redundant      strict mode is silent, and a proof says why it is right
  UNEXPLAINED    strict mode is silent, and there is no proof
  MISSED         only the result is wrong
  CONTRADICTION  strict mode complains, and there is a proof all the same

Prints what is not caught, and counts. The exit code is 0 only if nothing is in
the last three groups.
"""

import argparse
import collections
import hashlib
import json
import os
import re
import sys
import tempfile
import textwrap
from concurrent.futures import ThreadPoolExecutor

sys.dont_write_bytecode = True  # no files beside the sources
from mutation.mutants import mutants_of
from mutation.run import Kernel, Tools

KINDS = ("s_barrier", "s_waitcnt", "s_nop")
FAILURES = ("UNEXPLAINED", "MISSED", "CONTRADICTION")


def parse_arguments():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--bin", required=True, help="folder of spmla-run")
    parser.add_argument("--llvm-bin", default="", help="folder of LLVM's tools")
    parser.add_argument(
        "--kernel", default="", help="regular expression (default: every shipped kernel)"
    )
    parser.add_argument(
        "--kinds",
        default=",".join(KINDS),
        help="mnemonics to mutate (default: %(default)s)",
    )
    parser.add_argument(
        "--sample",
        type=int,
        metavar="N",
        help="at most N mutants of each kind and kernel, the same every time",
    )
    parser.add_argument(
        "--output",
        help="folder for NAME.json with all results of a kernel; a kernel that has "
        "one is not run again unless it, the emulator or the analysis changed",
    )
    parser.add_argument(
        "--jobs",
        type=int,
        metavar="N",
        default=os.cpu_count(),
        help="mutants that run at once (default: one per hardware thread)",
    )
    args = parser.parse_args()
    args.kinds = args.kinds.split(",")
    for kind in args.kinds:
        if kind not in KINDS:
            parser.error(f"expects --kinds to be of {', '.join(KINDS)}, got {kind}")
    for name in ("sample", "jobs"):
        value = getattr(args, name)
        if value is not None and value < 1:
            parser.error(f"expects --{name} to be at least 1, got {value}")
    return args


def choose(mutants, args):
    """Of each kind all, or a sample that is the same every time."""
    chosen = []
    for kind in args.kinds:
        of_kind = [m for m in mutants if m.kind == kind]
        if args.sample is not None:
            of_kind.sort(key=lambda m: hashlib.sha256(repr(m).encode()).digest())
            of_kind = of_kind[: args.sample]
        chosen += sorted(of_kind, key=lambda m: m.index)
    return chosen


def judge(kernel, prover, mutant):
    outcome = kernel.run_mutant(mutant)
    proof = prover.prove(mutant)
    if outcome.verdict == "wrong":
        verdict = "MISSED"
    elif outcome.verdict == "caught":
        verdict = "CONTRADICTION" if proof.holds else "caught"
    else:
        verdict = "redundant" if proof.holds else "UNEXPLAINED"
    return {
        "pc": kernel.code[mutant.index].pc,
        "text": kernel.code[mutant.index].text,
        "kind": mutant.kind,
        "change": mutant.change,
        "verdict": verdict,
        "detector": outcome.detector,
        "message": outcome.message,
        "proof": proof.text,
    }


def digest_of(args, tools, kernel):
    """Of everything that the results depend on."""
    digest = hashlib.sha256(f"{args.kinds} {args.sample}".encode())
    folder = os.path.join(os.path.dirname(os.path.abspath(__file__)), "mutation")
    sources = [os.path.join(folder, f) for f in os.listdir(folder) if f.endswith(".py")]
    for path in [*sorted(sources), tools.emulator, tools.run]:
        with open(path, "rb") as file:
            digest.update(file.read())
    digest.update(kernel.assembly.encode())
    return digest.hexdigest()


def results_of(args, tools, name, folder):
    kernel = Kernel(tools, name, folder)
    digest = digest_of(args, tools, kernel)
    path = os.path.join(args.output, name + ".json") if args.output else None
    if path and os.path.exists(path):
        with open(path) as file:
            known = json.load(file)
        if known["digest"] == digest:
            return known["mutants"]
    outcome = kernel.run(folder)
    if outcome.verdict != "silent":
        raise SystemExit(f"expects {name} to be clean, got\n{outcome.message}")
    prover = kernel.prover()
    with ThreadPoolExecutor(args.jobs) as pool:
        chosen = choose(mutants_of(kernel.code), args)
        results = list(pool.map(lambda mutant: judge(kernel, prover, mutant), chosen))
    if path:
        with open(path + ".new", "w") as file:
            json.dump({"digest": digest, "mutants": results}, file, indent=1)
        os.rename(path + ".new", path)
    return results


def print_counts(results):
    """How many mutants of each kind came to which end, and why."""
    counts = collections.Counter()
    for result in results:
        reason = result["detector"]
        if result["verdict"] == "redundant":
            reason = result["proof"].partition(":")[0]
        counts[result["kind"], result["verdict"], reason] += 1
    for (kind, verdict, reason), count in sorted(counts.items()):
        print(f"{count:6} {kind:10} {verdict}" + (f": {reason}" if reason else ""))
    verdicts = collections.Counter(result["verdict"] for result in results)
    names = ("caught", "redundant", *FAILURES)
    parts = ", ".join(f"{verdicts[name]} {name}" for name in names)
    print(f"{len(results)} mutants: {parts}")


def main():
    args = parse_arguments()
    tools = Tools(args.bin, args.llvm_bin)
    names = [name for name in tools.kernels() if re.search(args.kernel, name)]
    if not names:
        raise SystemExit(f"expects a kernel to match {args.kernel}, got none")
    if args.output:
        os.makedirs(args.output, exist_ok=True)
    results = []
    for number, name in enumerate(names, 1):
        with tempfile.TemporaryDirectory() as folder:
            of_kernel = results_of(args, tools, name, folder)
        caught = sum(result["verdict"] == "caught" for result in of_kernel)
        print(f"[{number}/{len(names)}] {name}: {caught} of {len(of_kernel)} caught")
        for result in of_kernel:
            if result["verdict"] != "caught":
                print(
                    f"  {result['pc']:#x}: {result['text']}: {result['change']}: "
                    f"{result['verdict']}: {result['proof']}"
                )
                if result["message"]:
                    print(textwrap.indent(result["message"].strip(), "    "))
        sys.stdout.flush()
        results += of_kernel
    print_counts(results)
    return 1 if any(result["verdict"] in FAILURES for result in results) else 0


if __name__ == "__main__":
    sys.exit(main())
