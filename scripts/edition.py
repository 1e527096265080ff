#!/usr/bin/env python3
"""edition.py OUTPUT FILE...: a C header with a fingerprint of these files, the rules and the mid-end.

The server and the module for browsers say the same things of a match if theirs is the same.
"""
import hashlib
import pathlib
import sys

output, *names = sys.argv[1:]
content = hashlib.sha256()
for path in sorted(map(pathlib.Path, names), key=lambda path: path.parts[-2:]):
    content.update(hashlib.sha256(path.read_bytes()).digest())
pathlib.Path(output).write_text(f'#define WABE_EDITION "{content.hexdigest()[:16]}"\n', encoding='utf-8')
