// The lower limit of a page's cost: a document with the same text and nothing else, from a minimal server.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync } from 'node:zlib';

export type BareSite = { origin: string; close(): Promise<void> };

/** Serves each path of `origin` as its bare text. */
export async function openBareSite(origin: string, paths: readonly string[]): Promise<BareSite> {
  const bodies = new Map<string, Buffer>();
  for (const path of paths) {
    const response = await fetch(origin + path, {
      headers: { accept: 'text/html', 'accept-language': 'en-GB' },
    });
    bodies.set(path, brotliCompressSync(bareText(await response.text())));
  }
  const server = createServer((request, response) => {
    const body = bodies.get(request.url ?? '');
    if (!body) response.writeHead(404).end();
    else
      response
        .writeHead(200, { 'Content-Type': 'text/html; charset=utf-8', 'Content-Encoding': 'br' })
        .end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/** The text of a server-rendered page, one paragraph per piece. */
function bareText(html: string): string {
  const rendered =
    /<div id="root">([\s\S]*?)<\/div><script type="application\/json" data-sideline-note>/.exec(html)?.[1];
  if (!rendered) throw new Error('The page was not server-rendered.');
  const pieces = rendered
    .replace(/<(svg|style|script)\b[\s\S]*?<\/\1>/g, '')
    .split(/<[^>]*>/)
    .map((piece) => piece.trim())
    .filter(Boolean);
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Bare</title></head><body>${pieces.map((piece) => `<p>${piece}</p>`).join('')}</body></html>`;
}
