// The transferred size of a server-rendered page.
import { sizeBars } from '../bars.ts';
import { send } from '../server/load.ts';
import { asKb, atMost, type Row } from '../table.ts';

/** The list of events, at the first request and at a later one, for which the server compresses more. */
export async function htmlRows(origin: string): Promise<Row[]> {
  const ask = {
    path: '/explore/events?limit=50',
    headers: { Accept: 'text/html', 'Accept-Language': 'en-GB' },
  };
  const first = (await send(origin, ask)).body.length;
  let last = first;
  // The page is compressed further once it is requested again.
  for (let times = 0; times < 20 && last === first; times++) {
    await new Promise((resolve) => setTimeout(resolve, 100));
    last = (await send(origin, ask)).body.length;
  }
  return [
    atMost('HTML with 50 events, brotli, the first time', first, sizeBars.htmlBytes, asKb),
    atMost('the same when it is in demand', last, sizeBars.htmlBytes, asKb),
  ];
}
