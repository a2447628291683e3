#!/bin/sh
# Dumps the database into BACKUP_FOLDER at start if one is due, then every BACKUP_EVERY_HOURS. A dump has its name only
# when it is complete and readable. Dumps older than BACKUP_RETAIN_DAYS are removed, but never the newest.
# With the argument `once` it makes one dump and ends.
set -eu
umask 077

folder=${BACKUP_FOLDER:?}
every_minutes=$((${BACKUP_EVERY_HOURS:-24} * 60))
retain_minutes=$((${BACKUP_RETAIN_DAYS:-7} * 24 * 60))
retry_seconds=900

log() {
  echo "$(date -u +%Y-%m-%dT%H:%M:%SZ) $*" >&2
}

newest_dump() {
  find "$folder" -maxdepth 1 -name 'carrel-*.dump' | sort | tail -n 1
}

dump() {
  rm -f "$folder"/*.partial
  name=$folder/carrel-$(date -u +%Y-%m-%dT%H-%M-%SZ).dump
  pg_dump --format=custom --compress=6 --file="$name.partial" || return 1
  # Reads the table of contents, so a dump that was cut off has no name.
  pg_restore --list "$name.partial" >/dev/null || return 1
  sync "$name.partial" || return 1
  mv "$name.partial" "$name" || return 1
  log "backup made: $name, $(wc -c <"$name") bytes"
}

remove_old() {
  newest=$(newest_dump)
  find "$folder" -maxdepth 1 -name 'carrel-*.dump' -mmin "+$retain_minutes" | while read -r old; do
    [ "$old" = "$newest" ] || rm -f "$old"
  done
}

is_due() {
  [ -z "$(find "$folder" -maxdepth 1 -name 'carrel-*.dump' -mmin "-$every_minutes" | head -n 1)" ]
}

mkdir -p "$folder"
if [ "${1:-}" = once ]; then
  dump
  remove_old
  exit 0
fi
while true; do
  if is_due && ! { dump && remove_old; }; then
    log "backup failed; next attempt in $retry_seconds seconds"
    sleep "$retry_seconds" &
  else
    sleep 60 &
  fi
  wait $!
done
