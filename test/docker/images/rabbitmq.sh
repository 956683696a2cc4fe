#!/bin/sh
# The server has to be process 1 itself: a shell would not pass SIGTERM on, and every stop would end in a kill.
set -e
chown rabbitmq:rabbitmq /var/lib/rabbitmq
export HOME=/var/lib/rabbitmq RABBITMQ_LOGS=-
exec gosu rabbitmq /usr/lib/rabbitmq/bin/rabbitmq-server
