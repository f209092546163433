#!/bin/sh
# Run once by the image of PostgreSQL, as the database is made: lets the backup, and nobody without the password, follow the log.
set -eu
echo 'host replication assay all scram-sha-256' >> "$PGDATA/pg_hba.conf"
