# Stands in for the official postgres:17: same variables, same volume, same place for scripts at the first start.
FROM shopctl-test/debian
ENV PGDATA=/var/lib/postgresql/data
COPY postgres.sh /usr/local/bin/docker-entrypoint.sh
RUN ln -s /usr/lib/postgresql/*/bin/* /usr/local/bin/ 2>/dev/null; mkdir -p /docker-entrypoint-initdb.d
VOLUME /var/lib/postgresql/data
EXPOSE 5432
STOPSIGNAL SIGINT
ENTRYPOINT ["docker-entrypoint.sh"]
