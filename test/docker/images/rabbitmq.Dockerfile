# Stands in for the official rabbitmq:4-management: same volume, same ports, guest may come from anywhere.
FROM shopctl-test/debian
RUN rabbitmq-plugins enable --offline rabbitmq_management >/dev/null && rm -rf /var/lib/rabbitmq/* && \
    echo 'loopback_users.guest = false' >/etc/rabbitmq/rabbitmq.conf
COPY rabbitmq.sh /usr/local/bin/docker-entrypoint.sh
VOLUME /var/lib/rabbitmq
EXPOSE 5672 15672
ENTRYPOINT ["docker-entrypoint.sh"]
