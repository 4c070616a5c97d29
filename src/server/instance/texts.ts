// The operator's texts (imprint, privacy, terms): Markdown files that are read at the start and parsed into blocks.
import { readFileSync, statSync } from 'node:fs';
import type { Block } from '../../contract/text.ts';
import { type SiteText, siteTexts } from '../../contract/values/enums.ts';
import type { Config } from '../config.ts';
import { createMarkdownThread, type MarkdownThread } from '../text/markdown-thread.ts';
import { NotParsed } from '../text/parse-thread.ts';

/** The blocks of each text; null for a text that is not set. */
export type SiteTexts = Record<SiteText, Block[] | null>;

const maxBytes = 100_000;
/** CPU time limit for one text. Ordinary texts of this size take a tenth of it. */
const limitMs = 3000;

const settingOf = (text: SiteText) => `${text.toUpperCase()}_FILE`;

/** Reads the files that the settings name. Throws one line that names the setting and what is wrong with its file. */
export async function readSiteTexts(files: Config['textFiles']): Promise<SiteTexts> {
  const thread = createMarkdownThread({ limitMs });
  // The worker thread is unreferenced, so keep the process alive while it parses.
  const alive = setInterval(() => {}, 60_000);
  try {
    const texts: SiteTexts = { imprint: null, privacy: null, terms: null };
    for (const text of siteTexts) {
      const path = files[text];
      if (path !== null) texts[text] = await blocksOfFile(path, thread).catch(refuse(text, path));
    }
    return texts;
  } finally {
    clearInterval(alive);
    await thread.end();
  }
}

/** The fault of a file, as the end of a sentence. */
class UnusableFile extends Error {}

const refuse =
  (text: SiteText, path: string) =>
  (error: unknown): never => {
    if (!(error instanceof UnusableFile)) throw error;
    throw new Error(`${settingOf(text)} is wrong: the file ${JSON.stringify(path)} ${error.message}.`);
  };

async function blocksOfFile(path: string, thread: MarkdownThread): Promise<Block[]> {
  const blocks = await thread.parse(readText(path)).catch((error: unknown) => {
    throw error instanceof NotParsed
      ? new UnusableFile('takes too long to format: use fewer nested lists, quotes and formatting marks')
      : error;
  });
  if (blocks.length === 0) throw new UnusableFile('holds no text');
  return blocks;
}

function readText(path: string): string {
  let bytes: Buffer;
  try {
    const status = statSync(path);
    // Reading a pipe or a device could block forever.
    if (!status.isFile()) throw new UnusableFile('is not a file');
    if (status.size > maxBytes) throw new UnusableFile(`is larger than ${maxBytes / 1000} kB`);
    bytes = readFileSync(path);
  } catch (error) {
    if (error instanceof UnusableFile) throw error;
    const { code } = error as NodeJS.ErrnoException;
    throw new UnusableFile(code === 'ENOENT' ? 'is missing' : `cannot be read (${code})`);
  }
  try {
    // Drop the byte order mark that some editors write.
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new UnusableFile('is not text in UTF-8');
  }
}
