// The documents of the repository name files, links, commands and headings that are there.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { api } from '../../src/contract/api.ts';

const filesIn = (folder: string, ending: RegExp): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => ending.test(name))
    .map((name) => join(folder, name));

const documents = [
  'README.md',
  'CONTRIBUTING.md',
  'CHANGELOG.md',
  'SECURITY.md',
  ...filesIn('docs', /\.md$/),
].map((path) => ({ path, text: readFileSync(path, 'utf8') }));

/** A path from the root of the repository, alone in a code span; not a pattern such as `src/<domain>/`. */
const pathSpan = /`((?:src|tests|docs|sw|public|\.ci)\/[\w./-]*|[\w.-]+\.md)`/g;

/** The same in a command, as in `npm test -- tests/contract/docs.test.ts`, and a file without its folder. */
const pathInCommand = /`[^`\n]* ((?:src|tests)\/[\w./-]+)`/g;
const bareFile = /`([\w-]+\.(?:tsx?|mjs))`/g;

/** Links to files of the repository, with the heading that they lead to. */
const relativeLink = /\]\((?!https?:)([^)#\s]*)(?:#([^)\s]*))?\)/g;

const withoutBlocks = (text: string) => text.replace(/^```[\s\S]*?^```/gm, '');

const headingsOf = (text: string) =>
  [...withoutBlocks(text).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => heading);

/** The anchor of a heading, as hosts of repositories make it. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');

describe('the documents', () => {
  test('name files that are there', () => {
    const namedAs = (pattern: RegExp) =>
      documents.flatMap(({ path, text }) =>
        [...withoutBlocks(text).matchAll(pattern)].map(([, file = '']) => ({ path, file })),
      );
    const named = [...namedAs(pathSpan), ...namedAs(pathInCommand)];
    expect(named.length).toBeGreaterThan(100);
    expect(named.filter(({ file }) => !existsSync(file))).toEqual([]);
    const known = new Set(
      ['src', 'sw', 'tests', '.ci'].flatMap((folder) => filesIn(folder, /./).map((path) => basename(path))),
    );
    expect(namedAs(bareFile).filter(({ file }) => !known.has(file) && !existsSync(file))).toEqual([]);
  });

  test('name endpoints of the contract', () => {
    const calls = documents.flatMap(({ text }) =>
      [...text.matchAll(/`((?:GET|POST|PUT|PATCH|DELETE) \/api\/[\w/{}.-]+)`/g)].map(([, call = '']) => call),
    );
    expect(calls.length).toBeGreaterThan(10);
    expect(calls.filter((call) => !(call in api))).toEqual([]);
  });

  test('describe every folder of the sources', () => {
    const text = readFileSync('docs/architecture.md', 'utf8');
    const [, domains = ''] = /One folder for each of: ([a-z, -]+)\./.exec(text) ?? [];
    const foldersIn = (parent: string) =>
      readdirSync(parent, { withFileTypes: true })
        .filter((entry) => entry.isDirectory())
        .map(({ name }) => `${parent}/${name}`);
    const isGroup = (folder: string) => folder === 'src/app' || folder === 'src/server';
    const folders = [...foldersIn('src'), ...foldersIn('src/app'), ...foldersIn('src/server')];
    const isDescribed = (folder: string) =>
      text.includes(`| \`${folder}/\` |`) || domains.split(', ').includes(basename(folder));
    expect(domains).not.toBe('');
    expect(folders.filter((folder) => !isGroup(folder) && !isDescribed(folder))).toEqual([]);
  });

  test('link to files and headings that are there', () => {
    const links = documents.flatMap(({ path, text }) =>
      [...withoutBlocks(text).matchAll(relativeLink)].map(([, to = '', anchor]) => ({
        from: path,
        to: to === '' ? path : join(dirname(path), to),
        anchor,
      })),
    );
    expect(links.length).toBeGreaterThan(100);
    const isBroken = ({ to, anchor }: (typeof links)[number]) =>
      !existsSync(to) ||
      (anchor !== undefined && !headingsOf(readFileSync(to, 'utf8')).map(anchorOf).includes(anchor));
    expect(links.filter(isBroken)).toEqual([]);
  });

  test('name commands of package.json', () => {
    const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as {
      scripts: Record<string, string>;
    };
    const commands = documents.flatMap(({ text }) =>
      [...text.matchAll(/npm run (?:--silent )?([a-z][\w:-]*)/g)].map(([, name = '']) => name),
    );
    expect(commands.length).toBeGreaterThan(20);
    expect(commands.filter((name) => scripts[name] === undefined)).toEqual([]);
  });

  test('name functions that are there', () => {
    const text = readFileSync('docs/outbox.md', 'utf8');
    // A method of the browser follows a dot.
    const named = new Set([...text.matchAll(/(?<![.\w])([a-zA-Z]\w+)\(\)/g)].map(([, name = '']) => name));
    expect(named.size).toBeGreaterThan(20);
    const sources = ['src/app', 'src/offline']
      .flatMap((folder) => filesIn(folder, /\.tsx?$/))
      .map((path) => readFileSync(path, 'utf8'))
      .join('\n');
    const isDeclared = (name: string) =>
      new RegExp(`\\b(?:function|const) ${name}\\b|^  +${name}[:(]`, 'm').test(sources);
    expect([...named].filter((name) => !isDeclared(name))).toEqual([]);
  });

  test('list every decision in their index', () => {
    const index = readFileSync('docs/decisions/README.md', 'utf8');
    const decisions = readdirSync('docs/decisions').filter((name) => name !== 'README.md');
    expect(decisions.length).toBeGreaterThan(50);
    expect(decisions.filter((name) => !index.includes(`](${name})`))).toEqual([]);
  });
});

describe('comments', () => {
  const sources = [...['src', 'sw', 'tests'].flatMap((folder) => filesIn(folder, /\.tsx?$/)), 'index.html'];

  test('name headings of docs/ that are there', () => {
    const named = sources.flatMap((path) =>
      [...readFileSync(path, 'utf8').matchAll(/(docs\/\w+\.md), "([^"]+)"/g)].map(
        ([, document = '', heading = '']) => ({ path, document, heading }),
      ),
    );
    expect(named.length).toBeGreaterThan(50);
    const isMissing = ({ document, heading }: (typeof named)[number]) =>
      !existsSync(document) || !headingsOf(readFileSync(document, 'utf8')).includes(heading);
    expect(named.filter(isMissing)).toEqual([]);
  });

  test('refer to no document outside the repository by its sections', () => {
    const foreign = /\b[A-Z]{4,}(?:'s)? (?:sections?|invariants?) \d/;
    const lines = sources.flatMap((path) =>
      readFileSync(path, 'utf8')
        .split('\n')
        .flatMap((line, at) => (foreign.test(line) ? [`${path}:${at + 1}: ${line.trim()}`] : [])),
    );
    expect(lines).toEqual([]);
  });
});
