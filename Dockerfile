# The image of docgate, see content/operate/containers.md. It serves docgate's own documentation until
# another corpus is mounted at /app/site/dist.

FROM node:24-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --ignore-scripts
COPY . .
RUN npm run build
RUN node dist/docgate.js generate content --no-cache --out site/dist/corpus.json
# Without the packages for development, and with those for traces, which others install if they want them.
RUN npm pkg delete devDependencies peerDependenciesMeta
RUN npm install --ignore-scripts
# For configurations that import { defineConfig } from "docgate".
RUN ln -s .. node_modules/docgate

FROM node:24-slim
RUN install --directory --owner=node --group=node --mode=0700 /data
COPY --from=build /app/package.json /app/
COPY --from=build /app/node_modules /app/node_modules
COPY --from=build /app/corpus/corpus.schema.json /app/corpus/
COPY --from=build /app/dist /app/dist
COPY --from=build /app/site /app/site
ENV NODE_ENV=production DOCGATE_HOST=0.0.0.0 DOCGATE_PORT=8080 DOCGATE_DATA=/data
WORKDIR /app/site
USER node
VOLUME /data
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.DOCGATE_PORT}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "/app/dist/docgate.js"]
CMD ["serve"]
