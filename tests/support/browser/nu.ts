// The Nu HTML Checker, the one of the W3C: what it finds in the HTML of pages.
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { pathOf } from './programs.ts';

const checker = 'node_modules/vnu-jar/build/dist/vnu.jar';

/** Compiles once instead of twice, which takes half the time for some pages; its code then needs a larger stack. */
const quickStart = ['-XX:TieredStopAtLevel=1', '-Xss4m'];

/** Its CSS checker is older than container queries (CSS Conditional Rules, level 5). */
const isUnknownCss = (message: string) => /^CSS: .*["“]@?container/.test(message);

/** The errors in these pages, by the name of the page. One run of Java takes them all. */
export async function htmlErrors(pages: ReadonlyMap<string, string>): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'nu-'));
  const names = [...pages.keys()];
  try {
    for (const [index, html] of [...pages.values()].entries())
      await writeFile(join(folder, `${index}.html`), html);
    const { stderr } = await promisify(execFile)(
      pathOf('java'),
      [...quickStart, '-jar', checker, '--errors-only', '--exit-zero-always', '--format', 'json', folder],
      { maxBuffer: 64 * 1024 * 1024 },
    );
    const { messages } = JSON.parse(stderr) as {
      messages: { url: string; message: string; extract?: string }[];
    };
    return messages
      .filter(({ message }) => !isUnknownCss(message))
      .map(({ url, message, extract = '' }) => {
        const name = names[Number(/(\d+)\.html$/.exec(url)?.[1])];
        return `${name}: ${message} ${extract}`;
      });
  } finally {
    await rm(folder, { recursive: true });
  }
}
