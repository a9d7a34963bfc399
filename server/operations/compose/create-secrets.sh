#!/bin/sh
# Creates the secrets that compose.yaml needs, in the folder `secrets` beside it. Those that exist stay as they are. Keep
# a copy of master_key in another place.
set -eu
umask 077
cd "$(dirname "$0")"
mkdir -p secrets
# The users of the containers read the files. On this machine, the mode of the folder protects them.
keep() {
  [ -e "secrets/$1" ] && return
  cat > "secrets/$1.new"
  chmod 444 "secrets/$1.new"
  mv "secrets/$1.new" "secrets/$1"
}
openssl rand -hex 32 | keep master_key
openssl rand -hex 24 | keep database_password
openssl rand -hex 24 | keep database_run_password
openssl rand -hex 24 | keep database_admin_password
address() {
  printf 'postgres://%s:%s@postgres:5432/servicepay\n' "$1" "$(cat "secrets/$2")"
}
address servicepay database_password | keep migrate_database_url
address servicepay_run database_run_password | keep database_url
