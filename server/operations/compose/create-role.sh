#!/bin/sh
# Creates the database of the service and its two roles when PostgreSQL makes its data directory. One role owns the
# database and migrates. The other one runs the service and owns nothing, so it cannot change the ledger.
set -eu
psql --set ON_ERROR_STOP=1 --username "$POSTGRES_USER" --dbname postgres \
  --set password="$(cat /run/secrets/database_password)" \
  --set run_password="$(cat /run/secrets/database_run_password)" <<'SQL'
create role servicepay login password :'password';
create role servicepay_run login password :'run_password';
create database servicepay owner servicepay encoding 'UTF8' template template0;
SQL
