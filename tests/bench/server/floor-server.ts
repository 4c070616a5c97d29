// The minimum cost of any Node server: answers `/<status>/<bytes>` with prepared JSON. The baseline of a run.
import { createServer } from 'node:http';

const bodies = new Map<string, Buffer>();
const server = createServer((request, response) => {
  const [, status = '', bytes = ''] = request.url?.split('/') ?? [];
  let body = bodies.get(bytes);
  if (!body) {
    body = Buffer.from(JSON.stringify('x'.repeat(Math.max(0, Number(bytes) - 2))));
    bodies.set(bytes, body);
  }
  if (status === '304') {
    response.writeHead(304, { ETag: '"floor"', 'Cache-Control': 'public, no-cache' }).end();
    return;
  }
  response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': body.length }).end(body);
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  console.log(`is ready at http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`);
});
process.on('SIGTERM', () => process.exit(0));
