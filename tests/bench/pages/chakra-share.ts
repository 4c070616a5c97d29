// How much of a first load is Chakra and Emotion: an in-memory build that puts their modules into their own
// chunk.
import { resolve } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { build, type Rolldown } from 'vite';

type Chunk = Rolldown.OutputChunk;

/** Chakra with its dependencies, and Emotion with its parts. */
const isChakra = /node_modules\/(@chakra-ui|@emotion|@ark-ui|@zag-js|@pandacss|stylis)\//;
const chunkName = 'chakra-share';

/** The minified, compressed size of Chakra and Emotion in a first visit to this screen. */
export async function chakraBytes(screenModule: string): Promise<{ bytes: number; modules: number }> {
  const loaded = firstLoad(await chunksOfBuild(), resolve(screenModule));
  const ids = new Set(
    loaded.flatMap((chunk) => Object.keys(chunk.modules)).filter((id) => isChakra.test(id)),
  );
  const chunks = await chunksOfBuild({
    // Otherwise the imports of a module would be included, React too.
    includeDependenciesRecursively: false,
    groups: [{ name: chunkName, test: (id) => ids.has(id) }],
  });
  const share = chunks.find(({ name }) => name === chunkName);
  if (!share) throw new Error('The build put Chakra nowhere.');
  const others = Object.keys(share.modules).filter((id) => !ids.has(id) && !id.startsWith('\0'));
  if (others.length > 0) throw new Error(`The chunk of Chakra holds more than Chakra: ${others[0]}`);
  return { bytes: brotliBytes(share.code), modules: ids.size };
}

async function chunksOfBuild(codeSplitting?: Rolldown.CodeSplittingOptions): Promise<Chunk[]> {
  const result = await build({
    logLevel: 'silent',
    build: {
      write: false,
      rolldownOptions: codeSplitting ? { output: { codeSplitting } } : {},
    },
  });
  const outputs = Array.isArray(result) ? result : [result];
  return outputs
    .flatMap((output) => ('output' in output ? output.output : []))
    .filter((file) => file.type === 'chunk');
}

function firstLoad(chunks: Chunk[], screenModule: string): Chunk[] {
  const byFile = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  const seen = new Set<Chunk>();
  const visit = (chunk: Chunk | undefined) => {
    if (!chunk || seen.has(chunk)) return;
    seen.add(chunk);
    for (const file of chunk.imports) visit(byFile.get(file));
  };
  visit(chunks.find(({ isEntry }) => isEntry));
  visit(chunks.find(({ moduleIds }) => moduleIds.includes(screenModule)));
  return [...seen];
}

function brotliBytes(text: string): number {
  return brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length;
}
