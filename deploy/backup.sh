#!/bin/sh
# Follows the write-ahead log as it is written, and takes a base backup every six hours. What is lost with the database's disk is what
# had not been sent yet, seconds. Copy /backups to another machine: `rsync --archive backups/ HOST:assay-backups/`.
set -eu

# A new volume belongs to root. The image itself gives its data folder away like this.
if [ "$(id -u)" = 0 ]; then
  chown postgres /backups
  chmod 700 /backups
  exec gosu postgres /bin/sh "$0"
fi

umask 077
# The image keeps no home for whom this runs as.
export PGPASSFILE=/tmp/password
printf '%s:*:*:%s:%s\n' "$PGHOST" "$PGUSER" "$(cat "$PASSWORD_FILE")" > "$PGPASSFILE"
mkdir -p /backups/base /backups/wal

follow() {
  while :; do
    pg_receivewal --slot=backup --create-slot --if-not-exists
    pg_receivewal --slot=backup --synchronous --compress=lz4 --directory=/backups/wal || true
    sleep 5
  done
}

follow &
trap "kill $!; exit 0" TERM INT

while :; do
  name=$(date -u +%Y-%m-%dT%H%M%SZ)
  rm -rf /backups/base/*.partial
  if pg_basebackup --pgdata="/backups/base/$name.partial" --format=tar --gzip --wal-method=none --checkpoint=fast --manifest-checksums=SHA256; then
    mv "/backups/base/$name.partial" "/backups/base/$name"
    echo "base backup $name"
    # The newest is kept however old it is; of the log what no kept base backup needs goes.
    find /backups/base -mindepth 1 -maxdepth 1 -type d -mtime "+$KEEP_DAYS" ! -name "$name" -exec rm -rf {} +
    find /backups/wal -type f ! -name '*.partial' -mtime "+$((KEEP_DAYS + 1))" -delete
  else
    echo "base backup $name FAILED" >&2
  fi
  sleep 21600 &
  wait $!
done
