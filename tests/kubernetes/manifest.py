#!/usr/bin/env python3
"""Reads the README's YAML: every block is well-formed, and one is an indexed job whose shards are its completions.
Exits with 77, which CTest takes for "skipped", where Python has no YAML."""

import re
import sys

try:
    import yaml
except ImportError:
    print("skipped: python3 has no module yaml (Debian: python3-yaml)")
    sys.exit(77)

text = open(sys.argv[1], encoding="utf-8").read()
documents = [yaml.safe_load(block) for block in re.findall(r"^```yaml\n(.*?)^```$", text, re.M | re.S)]
jobs = [d for d in documents if isinstance(d, dict) and d.get("kind") == "Job"]
assert len(jobs) == 1, "the README shows one job"
spec = jobs[0]["spec"]
assert jobs[0]["apiVersion"] == "batch/v1"
assert spec["completionMode"] == "Indexed"
(container,) = spec["template"]["spec"]["containers"]
command = " ".join(container["command"] + container.get("args", []))
assert f"--shard auto/{spec['completions']} " in command, command
assert "$JOB_COMPLETION_INDEX" in command, command
print(f"{len(documents)} YAML blocks, one of them an indexed job of {spec['completions']} shards")
