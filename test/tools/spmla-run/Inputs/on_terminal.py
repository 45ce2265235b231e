"""on_terminal.py SHIM COMMAND...: runs a command whose standard error it takes
for a terminal and prints what it wrote there, escaped. Exits as the command."""

import os
import subprocess
import sys

done = subprocess.run(
    sys.argv[2:], env=dict(os.environ, LD_PRELOAD=sys.argv[1]), stdout=subprocess.DEVNULL, stderr=subprocess.PIPE
)
print(repr(done.stderr.decode()))
sys.exit(done.returncode)
