#!/usr/bin/env bash
# Runs the README's array job on a real Slurm of one node, merges what its tasks wrote, and compares that with the report
# of the run without shards, byte for byte. Exits with 77, which CTest takes for "skipped", where Slurm is not installed.
#
#   tests/slurm/array_job.sh SEMCHECK SOURCE_DIR
set -euo pipefail
semcheck=$1
source_dir=$2

skip() {
  echo "skipped: $1"
  exit 77
}
PATH=$PATH:/usr/sbin:/sbin
for program in munged slurmctld slurmd sbatch; do
  command -v "$program" >/dev/null || skip "$program is not installed (Debian: slurm-wlm, munge)"
done
[ "$(id -u)" -eq 0 ] || skip "slurmd runs as root"

folder=$(mktemp -d /tmp/semcheck_slurm_XXXXXX)
daemons=()
finish() {
  local status=$?
  for ((i = ${#daemons[@]} - 1; i >= 0; --i)); do kill "${daemons[i]}" 2>/dev/null || true; done
  wait
  [ "$status" -eq 0 ] || tail -n 20 "$folder"/*.log "$folder"/work/*.out 2>/dev/null || true
  rm -rf "$folder"
  exit "$status"
}
trap finish EXIT

# Calls a command until it succeeds, for half a minute.
wait_for() {
  for _ in $(seq 300); do
    ! "$@" >/dev/null 2>&1 || return 0
    sleep 0.1
  done
  echo "gave up waiting for: $*"
  exit 1
}

free_port() {
  python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])'
}

host=$(hostname -s)
mkdir -p "$folder"/{munge,state,spool,work}
chmod 755 "$folder"
chmod 700 "$folder/munge"
head -c 1024 /dev/urandom >"$folder/munge/key"
chmod 400 "$folder/munge/key"
cat >"$folder/slurm.conf" <<CONF
ClusterName=semcheck
SlurmctldHost=$host(127.0.0.1)
SlurmctldPort=$(free_port)
SlurmdPort=$(free_port)
SlurmUser=root
AuthType=auth/munge
AuthInfo=socket=$folder/munge.socket
StateSaveLocation=$folder/state
SlurmdSpoolDir=$folder/spool
SlurmctldPidFile=$folder/slurmctld.pid
SlurmdPidFile=$folder/slurmd.pid
SlurmctldLogFile=$folder/slurmctld.log
SlurmdLogFile=$folder/slurmd.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
MpiDefault=none
SwitchType=switch/none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
SlurmdParameters=config_overrides
ReturnToService=2
NodeName=$host NodeAddr=127.0.0.1 CPUs=3 State=UNKNOWN
PartitionName=test Nodes=$host Default=YES MaxTime=10 State=UP
CONF
export SLURM_CONF=$folder/slurm.conf

munged --foreground --force --key-file="$folder/munge/key" --socket="$folder/munge.socket" \
  --pid-file="$folder/munge/pid" --seed-file="$folder/munge/seed" --log-file="$folder/munged.log" 2>/dev/null &
daemons+=($!)
wait_for test -S "$folder/munge.socket"
slurmctld -D 2>/dev/null &
daemons+=($!)
wait_for scontrol ping
slurmd -D 2>/dev/null &
daemons+=($!)
wait_for sh -c 'sinfo --noheader --format %T | grep -q idle'

# The script as the README has it, without the GPU that this node does not have.
cd "$folder/work"
sed -n '/^#!\/bin\/bash$/,/^```$/p' "$source_dir/README.md" | sed '/^```$/d; /--gpus/d' >array_job.sh
grep -q -- '--shard auto' array_job.sh || { echo "the README shows no array job"; exit 1; }
ln -s "$semcheck" semcheck
export PATH=$folder/work:$PATH
sweep=(--device ptx --sweep 20k --variant fmaxf --variant ternary)
sbatch --quiet --array=0-2 --wait --output='%A_%a.out' array_job.sh "${sweep[@]}"
for task in 0 1 2; do [ -s "shard-$task.json" ] || { echo "task $task wrote no report"; exit 1; }; done

semcheck merge shard-2.json shard-0.json shard-1.json -o merged.json
semcheck run max_f32.toml "${sweep[@]}" --json whole.json >/dev/null
cmp merged.json whole.json
echo "the merged report of three tasks is that of the whole run"
