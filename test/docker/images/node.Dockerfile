# Stands in for the official node:22-slim: this machine's own node, and the user that the image has.
FROM shopctl-test/debian
COPY node /usr/local/bin/node
RUN useradd --create-home node
