# Builds the page, then keeps only what the server needs to run.
FROM node:26-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci
COPY . .
RUN npm run build

FROM node:26-slim AS packages
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --omit=dev

FROM node:26-slim
WORKDIR /app
ENV NODE_ENV=production DEMO_DATA=off HOST=0.0.0.0 DATA_DIR=/data
COPY package.json ./
COPY --from=packages /app/node_modules node_modules
COPY --from=build /app/dist dist
COPY src/server src/server
COPY src/contract src/contract
COPY src/app/paths.ts src/app/paths.ts
RUN mkdir /data && chown node /data
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK CMD ["node", "-e", "fetch('http://127.0.0.1:3000/api/health').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# Straight to node, so that SIGTERM reaches the server.
CMD ["node", "src/server/start.ts"]
