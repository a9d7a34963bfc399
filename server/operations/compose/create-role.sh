#!/bin/sh
# Creates the role and the database of the service when PostgreSQL makes its data directory. The role owns the database
# and is not a superuser, so that it cannot change the ledger.
set -eu
psql --set ON_ERROR_STOP=1 --username "$POSTGRES_USER" --dbname postgres --set password="$(cat /run/secrets/database_password)" <<'SQL'
create role servicepay login password :'password';
create database servicepay owner servicepay encoding 'UTF8' template template0;
SQL
