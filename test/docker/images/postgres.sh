#!/bin/sh
set -e
mkdir -p "$PGDATA" /var/run/postgresql
chown -R postgres:postgres "$PGDATA" /var/run/postgresql
chmod 700 "$PGDATA"
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  printf '%s' "$POSTGRES_PASSWORD" >/tmp/password
  chown postgres /tmp/password
  gosu postgres initdb -U "$POSTGRES_USER" --pwfile=/tmp/password >/dev/null
  rm /tmp/password
  echo 'host all all all scram-sha-256' >>"$PGDATA/pg_hba.conf"
  # Nobody from outside is let in before the scripts have run.
  gosu postgres pg_ctl -w -o "-c listen_addresses=''" start >/dev/null
  for script in /docker-entrypoint-initdb.d/*.sql; do
    gosu postgres psql -v ON_ERROR_STOP=1 -U "$POSTGRES_USER" -d postgres -f "$script"
  done
  gosu postgres pg_ctl -w -m fast stop >/dev/null
fi
exec gosu postgres postgres -c listen_addresses='*'
