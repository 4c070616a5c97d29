// The API reference as an HTML page without scripts, from the same contract as /api/openapi.json.
import { createHash } from 'node:crypto';
import { api, type Call } from '../../contract/api.ts';
import { type Endpoint, sharedProblems } from '../../contract/endpoint.ts';
import { problemTitles } from '../../contract/problem-titles.ts';
import { type ProblemCode, problems } from '../../contract/values/problems.ts';
import { openApiDocument } from './openapi.ts';

const style = `
:root{color-scheme:light dark;--line:#e5e7eb;--soft:#f3f4f6;--muted:#4b5563;--green:#15803d}
@media(prefers-color-scheme:dark){:root{--line:#1f2937;--soft:#111827;--muted:#9ca3af;--green:#4ade80}}
body{font:16px/1.5 system-ui,sans-serif;max-width:54rem;margin:0 auto;padding:1.5rem 1rem 4rem}
h1{letter-spacing:-.02em}h2{margin-top:3rem}section{border-top:1px solid var(--line);padding:.5rem 0 1rem}
h3{font:600 1rem/1.4 ui-monospace,monospace;overflow-wrap:anywhere}h3 b{color:var(--green)}
p,li{color:var(--muted)}summary{cursor:pointer;padding:.6rem 0;font-weight:600}
pre{background:var(--soft);padding:1rem;border-radius:12px;overflow:auto;font-size:.85rem}
table{border-collapse:collapse;width:100%}td,th{text-align:left;padding:.4rem .6rem .4rem 0;border-bottom:1px solid var(--line);vertical-align:top}
`;

/** CSP source of the page's one style. */
export const docsStyleHash = `'sha256-${createHash('sha256').update(style).digest('base64')}'`;

let page: string | null = null;

export function docsPage(): Response {
  page ??= render();
  return new Response(page, {
    headers: { 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'public, no-cache' },
  });
}

function render(): string {
  const tags = [...new Set(Object.values(api).map((endpoint) => endpoint.tag))];
  const calls = Object.keys(api) as Call[];
  const parts = tags.map(
    (tag) =>
      `<h2 id="${tag}">${tag[0]?.toUpperCase()}${tag.slice(1)}</h2>${calls
        .filter((call) => api[call].tag === tag)
        .map((call) => section(call, api[call]))
        .join('')}`,
  );
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>Sideline API</title><style>${style}</style></head><body><h1>Sideline API</h1>
<p>JSON, camelCase. Lists are <code>{ items, nextCursor }</code>. Refusals are problem details (RFC 9457) with a <code>code</code>; 422 names each field.
Reads carry an ETag. Sessions are cookies. As a document for programs: <a href="/api/openapi.json">/api/openapi.json</a>.</p>
${parts.join('')}<h2 id="problems">Problems</h2><table><tr><th>Code</th><th>Status</th><th>Meaning</th></tr>${Object.entries(
    problemTitles,
  )
    .map(
      ([code, title]) =>
        `<tr id="problem-${code}"><td><code>${code}</code></td><td>${problems[code as ProblemCode].status}</td><td>${title}</td></tr>`,
    )
    .join('')}</table></body></html>`;
}

function section(call: Call, endpoint: Endpoint): string {
  const [method = '', path = ''] = call.split(' ');
  const operation = openApiDocument().paths[path]?.[method.toLowerCase()];
  const access = {
    public: 'Anyone.',
    optional: 'Anyone; the answer depends on who asks.',
    session: 'Needs a session.',
  }[endpoint.access];
  const refusals = [...new Set([...endpoint.problems, ...sharedProblems(call, endpoint)])];
  return `<section id="${endpoint.operationId}"><h3><b>${method}</b> ${escapeHtml(path)}</h3><p>${escapeHtml(endpoint.summary)} ${access}</p>
<p>Answers ${endpoint.status}, or ${refusals.map((code) => `<a href="#problem-${code}">${code}</a>`).join(', ')}.</p>
<details><summary>Shapes</summary><pre>${escapeHtml(JSON.stringify(operation, shapesOnly, 2))}</pre></details></section>`;
}

/** Leaves out what the page shows as text, and the headers; puts named schemas where they are referred to. */
const shapesOnly = (key: string, value: unknown): unknown => {
  if (['operationId', 'tags', 'summary', 'security', 'headers'].includes(key) || /^[345]\d\d$/.test(key))
    return undefined;
  const name = (value as { $ref?: string } | null)?.$ref?.replace('#/components/schemas/', '');
  return name === undefined ? value : openApiDocument().components.schemas[name];
};

const escapeHtml = (text: string) =>
  text.replace(
    /[&<>"]/g,
    (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[sign] ?? sign,
  );
