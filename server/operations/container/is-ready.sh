#!/bin/bash
# Whether the process of this container is ready. The health check of compose runs it every few seconds; the shell alone
# costs a hundredth of a Node process.
exec 3<> "/dev/tcp/127.0.0.1/${PORT:-3000}" || exit 1
printf 'GET /readyz HTTP/1.0\r\n\r\n' >&3
read -r -t 3 status <&3
[[ $status == *' 200 '* ]]
