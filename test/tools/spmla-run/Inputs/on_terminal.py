"""Runs a command whose standard error is a terminal, and prints what it wrote there
as Python writes strings, so that control characters show."""
import os
import pty
import subprocess
import sys

ours, theirs = pty.openpty()
process = subprocess.Popen(sys.argv[1:], stdout=subprocess.DEVNULL, stderr=theirs)
os.close(theirs)
text = b""
while True:
    try:
        part = os.read(ours, 4096)
    except OSError:  # its end, on Linux
        break
    if not part:
        break
    text += part
print(ascii(text.decode()))
sys.exit(process.wait())
