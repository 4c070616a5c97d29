// Who may import whom. The rooms and the reasons stand in docs/architecture.md; a broken rule says where the thing belongs.

/** `from` may import nothing of ours outside `to`. */
const only = (name, from, to, comment) => ({
  name,
  severity: 'error',
  comment,
  from: { path: from },
  to: { path: '^(src|sw|tests)/', pathNot: to },
});

export default {
  forbidden: [
    only(
      'contract-alone',
      '^src/contract/',
      '^src/contract/',
      'The contract knows nobody: move what it needs into src/contract, or pass it in.',
    ),
    {
      name: 'contract-packages',
      severity: 'error',
      comment: 'The contract imports zod and nothing else: no DOM, no Node, no other package.',
      from: { path: '^src/contract/' },
      to: { dependencyTypes: ['npm', 'core'], pathNot: 'node_modules/zod' },
    },
    only(
      'offline-imports',
      '^src/offline/',
      '^src/(offline|contract)/',
      'What survives on the device is shared by page and worker: it may use the contract only.',
    ),
    only(
      'recurrence-alone',
      '^src/recurrence/',
      '^src/recurrence/',
      'Rules and dates of a series are shared by page and server: they know neither, and no entity.',
    ),
    only(
      'words-alone',
      '^src/words/',
      '^src/words/',
      'Messages and catalogues are shared by page and server: they know neither, and no entity.',
    ),
    only(
      'app-imports',
      '^src/app/',
      '^src/(app|contract|offline|recurrence|words)/',
      'The page never imports the server: what both need belongs in src/contract.',
    ),
    only(
      'worker-imports',
      '^sw/',
      '^(sw|src/(offline|contract))/',
      'The worker shares with the page only src/offline, and what the build writes out of the contract.',
    ),
    {
      name: 'app-contract-types',
      severity: 'error',
      comment:
        'The page imports only types from a contract module that uses zod, so that zod stays out of the first load. Plain values belong in contract/values/.',
      from: { path: '^src/app/' },
      to: {
        path: '^src/contract/',
        pathNot: '^src/contract/values/',
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'app-layers',
      severity: 'error',
      comment:
        'In the page: boot, ssr → routing → layout, features → entities, pwa → ui, format, data → theme, paths. A lower room never imports a higher one.',
      from: { path: '^src/app/(entities|pwa|ui|format|data|theme)/|^src/app/routing/paths\\.ts$' },
      to: { path: '^src/app/(boot|ssr|features|layout)/|^src/app/routing/(?!paths\\.ts)' },
    },
    {
      name: 'app-base-below-entities',
      severity: 'error',
      comment: 'ui, format, data and theme know no entity: what draws one belongs in src/app/entities.',
      from: { path: '^src/app/(ui|format|data|theme)/' },
      to: { path: '^src/app/entities/' },
    },
    {
      name: 'feature-alone',
      severity: 'error',
      comment:
        'A feature never imports another, nor the layout: what both need belongs in src/app/entities, ui, format or data.',
      from: { path: '^src/app/features/([^/]+)/' },
      to: {
        path: '^src/app/(features|layout|routing|boot|ssr)/',
        pathNot: '^src/app/(features/$1/|routing/paths\\.ts)',
      },
    },
    {
      name: 'server-imports',
      severity: 'error',
      comment:
        'The server may use the contract, recurrence and words, and render/ alone the route table and the drawn page.',
      from: { path: '^src/server/', pathNot: '^src/server/render/' },
      to: { path: '^(src|sw)/', pathNot: '^src/(server|contract|recurrence|words|demo)/' },
    },
    {
      name: 'pages-imports',
      severity: 'error',
      comment:
        'render/ takes from the page its route table; the rest comes from the build, and here only as types.',
      from: { path: '^src/server/render/' },
      to: { path: '^src/app/', pathNot: '^src/app/routing/paths\\.ts$', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'domain-alone',
      severity: 'error',
      comment:
        "Across the server's domains only another's queries, rules or policy: what is more belongs in one of them.",
      from: { path: '^src/server/([a-z-]+)/', pathNot: '^src/server/(db|http|ports|cli|text|render|words)/' },
      to: {
        path: '^src/server/[a-z-]+/',
        pathNot: '^src/server/($1/|(db|http|ports|text|words)/|[a-z/-]+(queries|rules|policy)[.]ts$)',
      },
    },
    {
      name: 'pure-rules',
      severity: 'error',
      comment: 'Rules say what is true from what they are given: no database, no HTTP.',
      from: { path: '^src/server/[a-z/-]+[/-]rules\\.ts$' },
      to: { path: '^src/server/(db|http|ports)/|node_modules/(kysely|hono)' },
    },
    {
      name: 'one-engine-file',
      severity: 'error',
      comment: 'Only db/ knows which engine runs: what differs belongs in its dialect.ts.',
      from: { path: '^src/', pathNot: '^src/server/db/' },
      to: { path: 'node_modules/pg/|^node:sqlite$|^sqlite$' },
    },
    {
      name: 'one-storage-room',
      severity: 'error',
      comment: 'Only src/offline touches IndexedDB.',
      from: { path: '^(src|sw)/', pathNot: '^src/offline/' },
      to: { path: 'node_modules/idb-keyval' },
    },
    {
      name: 'slim-chakra',
      severity: 'error',
      comment:
        'Import @chakra-ui/react/styled-system (or preset-base in the theme): the root brings every component.',
      from: { path: '^src/app/' },
      to: { path: 'node_modules/@chakra-ui/react/dist/(esm|types)/index' },
    },
    {
      name: 'no-circles',
      severity: 'error',
      comment: 'Two modules that need each other are one, or need a third.',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'not-to-tests',
      severity: 'error',
      comment: 'The product never imports its tests.',
      from: { path: '^(src|sw)/' },
      to: { path: '^tests/' },
    },
    {
      name: 'resolvable',
      severity: 'error',
      comment: 'This import leads nowhere.',
      from: {},
      to: { couldNotResolve: true, pathNot: '^virtual:' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    parser: 'swc',
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'browser', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.js', '.json', '.d.ts'],
    },
  },
};
