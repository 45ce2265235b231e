import os

import lit.formats
import lit.llvm

lit.llvm.initialize(lit_config, config)
from lit.llvm import llvm_config

config.name = "spmla"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".mlir", ".test", ".td", ".ll"]
config.excludes = ["Inputs", "Unit"]
config.test_source_root = os.path.dirname(__file__)
config.test_exec_root = os.path.join(config.spmla_binary_dir, "test")
config.substitutions.append(("%spmla_src", config.spmla_source_dir))
config.substitutions.append(("%spmla_lib", os.path.join(config.spmla_binary_dir, "lib")))
config.substitutions.append(("%spmla_build", config.spmla_binary_dir))

llvm_config.with_environment("PATH", [config.llvm_tools_dir, os.path.join(config.spmla_binary_dir, "bin")], append_path=True)

# Kernels are run in the emulator's strict mode. Where modes or profiles
# themselves are tested, lit.local.cfg says otherwise.
config.environment["SPMLA_EMU_MODE"] = "strict"
