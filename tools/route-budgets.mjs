/**
 * Measures how much JavaScript each page loads before it can show anything: the entry, the page's own chunk, their static
 * imports and the words, compressed by brotli as the server sends them. What loads on demand (the chart, a dialog) has
 * its own budget or none. Reads the build's manifest, so that a page over budget fails `npm run check`.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildStale, ROOT } from './build.mjs';

const DIST = join(ROOT, 'web', 'dist');
const ROUTES = 'src/app/routes/';
const SPLIT = '?tsr-split=component';

const SIGNATURE = `${ROUTES}_frame/account-overview/digital-signature.tsx${SPLIT}`;

/** Words beyond the first screen's that a page's loader asks for (web/src/i18n/i18n.ts), in the larger language. */
const TRADING_WORDS = ['src/i18n/vi/later.ts'];
const ACCOUNT_WORDS = [...TRADING_WORDS, 'src/i18n/vi/account.ts'];

/**
 * In kB, texts included. The budgets of board and desk are promises (before the first price: 250 and 300). The hashes in
 * the names of files make a page a quarter of a kB heavier or lighter from one build to the next, which each has to spare.
 */
const BUDGETS = [
  { page: '/', chunk: `${ROUTES}_frame/index.tsx${SPLIT}`, kB: 246 },
  { page: '/trading/:code', chunk: `${ROUTES}_frame/trading/$code.tsx${SPLIT}`, words: TRADING_WORDS, kB: 300 },
  { page: '/login', chunk: `${ROUTES}login.tsx${SPLIT}`, words: ACCOUNT_WORDS, kB: 257 },
  {
    page: '/account-overview',
    chunk: `${ROUTES}_frame/account-overview/index.tsx${SPLIT}`,
    words: ACCOUNT_WORDS,
    kB: 285,
  },
  { page: '/sign-up', chunk: `${ROUTES}sign-up.tsx${SPLIT}`, words: ACCOUNT_WORDS, kB: 300 },
  {
    page: '/margin-calculator',
    chunk: `${ROUTES}_frame/margin-calculator.tsx${SPLIT}`,
    words: [...TRADING_WORDS, 'src/i18n/vi/calculator.json'],
    kB: 328,
  },
  {
    page: '/verify',
    chunk: `${ROUTES}_frame/verify.tsx${SPLIT}`,
    words: [...ACCOUNT_WORDS, 'src/i18n/vi/proof.json'],
    kB: 282,
  },
  {
    page: '/account-overview/digital-signature',
    chunk: SIGNATURE,
    words: ACCOUNT_WORDS,
    kB: 285,
  },
  {
    page: '/account-overview/ekyc',
    chunk: `${ROUTES}_frame/account-overview/ekyc.tsx${SPLIT}`,
    words: [...ACCOUNT_WORDS, 'src/i18n/vi/application.json'],
    kB: 280,
  },
  { page: '/oauth/authorize', chunk: `${ROUTES}oauth.authorize.tsx${SPLIT}`, words: ACCOUNT_WORDS, kB: 300 },
  {
    page: '/account-overview/property/:account-id',
    chunk: `${ROUTES}_frame/account-overview/property.$accountId.tsx${SPLIT}`,
    words: ACCOUNT_WORDS,
    kB: 290,
  },
];
const DESK = `${ROUTES}_frame/trading/$code.tsx${SPLIT}`;
const DESK_PARTS = ['desk-charts', 'bottom-tabs', 'side-column'].map((part) => `src/pages/trading/${part}.tsx`);
/** Parts that a page loads later, in addition to what it has by then. */
const PARTS = [
  { part: 'the desk behind its first price', chunks: DESK_PARTS, of: [DESK], kB: 143 },
  { part: 'the viewer of papers', chunks: ['src/pages/digital-signature/pdf-pages.tsx'], of: [SIGNATURE], kB: 135 },
  { part: 'the chart', chunks: ['src/features/chart/trading-chart.ts'], of: [DESK, ...DESK_PARTS], kB: 80 },
];

/** Optional parts of a build, each with a word that occurs in no other code. */
const ASKED_FOR = [
  { part: 'the mock', fact: 'mock', word: 'mockServiceWorker' },
  { part: 'the router’s devtools', fact: 'devtools', word: 'TanStackRouterDevtools' },
  { part: 'the queries’ devtools', fact: 'devtools', word: 'tsqd-' },
  { part: 'error reporting', fact: 'reportsTo', word: 'replaysOnErrorSampleRate' },
];

/** Fails if the build contains any optional part that was not requested, even one that is never loaded. */
function checkLeftOut() {
  const facts = JSON.parse(readFileSync(join(DIST, 'build-facts.json'), 'utf8'));
  const files = readdirSync(DIST, { recursive: true }).filter((file) => /\.(js|html)$/.test(file));
  if (files.length < 20) throw new Error('the build has hardly a file');
  for (const { part, fact, word } of ASKED_FOR) {
    if (facts[fact]) continue;
    const found = files.filter((file) => file.includes(word) || readFileSync(join(DIST, file), 'utf8').includes(word));
    if (found.length > 0) throw new Error(`${part} is in a build that was not asked for it: ${found.join(', ')}`);
  }
  console.log(
    `left out: ${ASKED_FOR.filter(({ fact }) => !facts[fact])
      .map(({ part }) => part)
      .join(', ')}`,
  );
}

/** Returns every file loaded by the time this chunk runs. */
function filesOf(manifest, name, files = new Set()) {
  const chunk = manifest[name];
  if (!chunk) throw new Error(`the build has no chunk ${name}`);
  if (files.has(chunk.file)) return files;
  files.add(chunk.file);
  for (const each of chunk.imports ?? []) filesOf(manifest, each, files);
  return files;
}

function packedBytes(files) {
  return [...files].reduce((sum, file) => sum + readFileSync(join(DIST, `${file}.br`)).length, 0);
}

export async function checkRouteBudgets() {
  await buildStale((message) => console.log(`· ${message}`));
  checkLeftOut();
  const manifest = JSON.parse(readFileSync(join(DIST, '.vite', 'manifest.json'), 'utf8'));
  const entry = filesOf(manifest, 'index.html');
  const pageFiles = (chunk, words = []) =>
    new Set([...entry, ...[chunk, ...words].flatMap((name) => [...filesOf(manifest, name)])]);
  const over = [];
  const weigh = (name, files, kB) => {
    const used = packedBytes(files) / 1000;
    console.log(`${name}: ${used.toFixed(1)} of ${kB} kB`);
    if (used > kB) over.push(name);
  };
  for (const { page, chunk, words, kB } of BUDGETS) weigh(page, pageFiles(chunk, words), kB);
  const filesOfAll = (chunks) => new Set(chunks.flatMap((chunk) => [...pageFiles(chunk)]));
  for (const { part, chunks, of, kB } of PARTS) {
    const there = filesOfAll(of);
    weigh(
      part,
      [...filesOfAll(chunks)].filter((file) => !there.has(file)),
      kB,
    );
  }
  if (over.length > 0) throw new Error(`more JavaScript than their budget: ${over.join(', ')}`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  checkRouteBudgets().catch((error) => {
    console.error(error.message);
    process.exit(1);
  });
}
