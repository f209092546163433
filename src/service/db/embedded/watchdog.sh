# Run by watchdog.ts: sh -c <this text> <cluster name> <patience, seconds> <pid of a running postmaster, or -> [<postmaster's command>…]
# 0: reading end of the holders' FIFO   1: acks, appended   2: server log
cluster=$0 patience=$1 postmaster=$2
shift 2

# By name, not by pid alone: a pid may be reused, and a zombie has no command line.
lives() { grep -qsF -e "$cluster" "/proc/$postmaster/cmdline"; }

guard() {
  # Whoever wants to adopt the cluster sends a line; the answer proves that end of file has not been seen.
  while read -r greeting; do
    lives || return
    echo "$postmaster $greeting"
  done
  trap '' TERM
  # End of file: the last holder is gone. INT is fast shutdown, QUIT immediate shutdown; sent again each second
  # because a postmaster that has only just been started does not hear yet.
  tenths=0
  while lives; do
    if [ $((tenths % 10)) -eq 0 ]; then
      signal=INT
      if [ "$tenths" -ge $((patience * 10)) ]; then signal=QUIT; fi
      if [ "$tenths" -ge $((patience * 20)) ]; then signal=KILL; fi
      kill -s "$signal" "$postmaster" 2>/dev/null
    fi
    sleep 0.1
    tenths=$((tenths + 1))
  done
}

exec 3<&0 </dev/null
if [ "$postmaster" != - ]; then
  guard <&3 3<&-
  exit
fi

# The postmaster gets no end of the FIFO, and neither does this shell keep one: a FIFO without reader means no guard.
"$@" 3<&- >&2 &
postmaster=$!
guard <&3 3<&- &
guard=$!
exec 3<&-
wait "$postmaster"
status=$?
kill "$guard" 2>/dev/null
wait "$guard"
exit "$status"
