#!/bin/sh
# Writes the digests of the images that compose.yaml uses, and of Node, into .env: then every later start and build gets
# the same images, byte for byte, until this script runs again. It pulls what is not on this machine.
#
#   server/operations/compose/pin-images.sh          # with Docker
#   ENGINE=podman server/operations/compose/pin-images.sh
set -eu
cd "$(dirname "$0")"
engine=${ENGINE:-docker}
touch .env
pin() {
  "$engine" image inspect "$2" > /dev/null 2>&1 || "$engine" pull "$2"
  digest=$("$engine" image inspect --format '{{index .RepoDigests 0}}' "$2" | sed 's/.*@//')
  case $digest in
    sha256:*) ;;
    *) echo "$2 has no digest: pull it from its registry" >&2; exit 1 ;;
  esac
  grep -v "^$1=" .env > .env.new || true
  echo "$1=$2@$digest" >> .env.new
  mv .env.new .env
}
pin POSTGRES_IMAGE "${POSTGRES_IMAGE:-docker.io/library/postgres:18}"
pin VALKEY_IMAGE "${VALKEY_IMAGE:-docker.io/valkey/valkey:8}"
pin CADDY_IMAGE "${CADDY_IMAGE:-docker.io/library/caddy:2}"
pin NODE_IMAGE "${NODE_IMAGE:-docker.io/library/node:24.21.0-bookworm-slim}"
