// What a drawn page weighs on the line.
import { sizeBars } from '../bars.ts';
import { send } from '../server/load.ts';
import { asKb, atMost, type Row } from '../table.ts';

/** The list of events, the first time it is asked for and once it is in demand, which the server then compresses further. */
export async function htmlRows(origin: string): Promise<Row[]> {
  const ask = {
    path: '/explore/events?limit=50',
    headers: { Accept: 'text/html', 'Accept-Language': 'en-GB' },
  };
  const first = (await send(origin, ask)).body.length;
  let last = first;
  // It is compressed further once it is asked for again.
  for (let times = 0; times < 20 && last === first; times++) {
    await new Promise((resolve) => setTimeout(resolve, 100));
    last = (await send(origin, ask)).body.length;
  }
  return [
    atMost('HTML with 50 events, brotli, the first time', first, sizeBars.htmlBytes, asKb),
    atMost('the same when it is in demand', last, sizeBars.htmlBytes, asKb),
  ];
}
