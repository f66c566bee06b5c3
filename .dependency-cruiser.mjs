/** Who may import whom (ARCHITECTURE.md). A red arrow is a design question, never an exception to add. */
const within = (chapter, folders) => `^${chapter}/src/(${folders.join('|')})/`;

function mayNot(name, comment, from, to) {
  return { name, comment, severity: 'error', from, to };
}

/** Core's order: each folder knows only those before it. The six in the middle never meet; engine composes them. */
const CORE = ['values', 'instruments', 'orders', 'matching|conditional|brakes|margin|positions|ledger', 'engine'];

const coreLayers = CORE.slice(0, -1).map((folder, index) =>
  mayNot(
    `core-${folder.split('|')[0]}-looks-back-only`,
    `core: ${CORE.join(' -> ')}`,
    { path: within('core', [folder]) },
    { path: within('core', CORE.slice(index + 1).concat('exchange', 'preview')) },
  ),
);

const apart = ['matching', 'conditional', 'brakes', 'margin', 'positions', 'ledger'];
const webFeatures = mayNot(
  'features-do-not-know-each-other',
  'a page joins features',
  { path: '^web/src/features/([^/]+)/' },
  { path: '^web/src/features/', pathNot: '^web/src/features/$1/' },
);

export default {
  forbidden: [
    mayNot('no-circles', 'two files that need each other are one', {}, { circular: true }),
    mayNot(
      'core-has-no-dependency',
      'core is the rules and nothing else',
      { path: '^core/src', pathNot: '\\.test\\.ts$' },
      { pathNot: '^core/src' },
    ),
    ...coreLayers,
    ...apart.map((folder) =>
      mayNot(
        `core-${folder}-stands-alone`,
        'the six never import each other; engine composes them',
        { path: within('core', [folder]) },
        {
          path: within(
            'core',
            apart.filter((other) => other !== folder),
          ),
        },
      ),
    ),
    mayNot(
      'engine-knows-no-book',
      'broker and exchange are two parties',
      { path: within('core', ['engine']) },
      { path: within('core', ['matching', 'exchange']) },
    ),
    mayNot(
      'contract-knows-values-only',
      'the language needs values and zod',
      { path: '^contract/src', pathNot: '\\.test\\.ts$' },
      { path: '^(core/src/(?!values)|server|web|e2e|bench|tools)' },
    ),
    mayNot(
      'nobody-imports-the-ends',
      'server, web, e2e, bench and tools are ends',
      { path: '^(core/src|contract/src|web/src)' },
      { path: '^(server|e2e|bench|tools)/' },
    ),
    mayNot(
      'server-knows-no-client',
      'server and web speak by contract',
      { path: '^server/src' },
      { path: '^(web|e2e|bench|tools)/' },
    ),
    mayNot(
      'web-takes-values-and-previews',
      'screens show sums, they do not decide',
      { path: '^web/src' },
      { path: '^core/src/(?!values|preview|margin|positions)' },
    ),
    webFeatures,
    mayNot(
      'features-know-no-page',
      'app -> pages -> features',
      { path: '^web/src/features' },
      { path: '^web/src/(app|pages)' },
    ),
    mayNot(
      'ground-floor-knows-no-feature',
      'features -> data, session, i18n, design',
      { path: '^web/src/(data|session|i18n|design)' },
      { path: '^web/src/(app|pages|features)' },
    ),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(node_modules|/dist/|\\.gen\\.ts$)' },
    parser: 'swc',
    tsPreCompilationDeps: true,
    enhancedResolveOptions: { conditionNames: ['mua-source', 'import', 'default'], exportsFields: ['exports'] },
  },
};
