// A server process whose connection limits are the JSON in LIMITS, so that a test need not wait for the real
// ones.
import { Hono } from 'hono';
import { listen } from '../../../src/server/http/socket/listen.ts';

const app = new Hono();
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

app.get('/', (context) => context.text('hello'));
app.post('/echo', async (context) => context.text(await context.req.text()));
app.post('/slow', async (context) => {
  await context.req.text();
  await pause(Number(process.env.PAUSE_MS));
  return context.text('done');
});
app.all('/events', () => {
  const stream = new ReadableStream({
    async start(controller) {
      for (const name of ['first', 'second']) {
        controller.enqueue(new TextEncoder().encode(`data: ${name}\n\n`));
        await pause(Number(process.env.PAUSE_MS));
      }
      controller.close();
    },
  });
  return new Response(stream, { headers: { 'Content-Type': 'text/event-stream' } });
});

listen(
  { fetch: app.fetch, port: Number(process.env.PORT), hostname: '127.0.0.1' },
  JSON.parse(process.env.LIMITS ?? ''),
  (port) => console.log(`The test's server is ready at ${port}`),
);
