/**
 * Checks that every module's words are there when it runs: follows the imports from the entry, and the groups of words
 * that were loaded on the way.
 */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { account } from '#i18n/vi/account.ts';
import { copying } from '#i18n/vi/copying.ts';
import { later } from '#i18n/vi/later.ts';

const SRC = join(import.meta.dirname, '..');
const ROUTES = 'app/routes/';
const GROUPS = [
  'later',
  'account',
  'copying',
  'calculator',
  'explain',
  'ticketMore',
  'chartMore',
  'ladder',
  'keys',
  'curve',
  'connection',
  'timeline',
  'application',
  'proof',
  'limits',
  'windows',
  'notices',
  'preview',
] as const;
type Group = (typeof GROUPS)[number];
/** What a call of i18n.ts loads, by its middle word. */
const LOADED: Readonly<Record<string, readonly Group[]>> = {
  Later: ['later'],
  Account: ['later', 'account'],
  Copying: ['later', 'account', 'copying'],
  Calculator: ['later', 'calculator'],
  Explain: ['later', 'explain'],
  TicketMore: ['later', 'ticketMore'],
  ChartMore: ['later', 'chartMore'],
  Ladder: ['later', 'ladder'],
  Keys: ['later', 'keys'],
  Curve: ['later', 'curve'],
  Connection: ['connection'],
  Timeline: ['later', 'timeline'],
  Application: ['later', 'account', 'application'],
  Proof: ['later', 'account', 'proof'],
  Limits: ['later', 'account', 'limits'],
  Windows: ['later', 'windows'],
  Notices: ['later', 'notices'],
  Preview: ['later', 'account', 'copying', 'chartMore', 'ladder', 'keys', 'preview'],
};
/** Said by a callback that only the popover calls, which loads its words (explained-figure.tsx). */
const IN_POPOVERS = 'explain';
/** Groups of many files; each other one is a file of its own. */
const MANY = { later, account, copying };
const groupOf = new Map<string, Group>([
  ...Object.entries(MANY).flatMap(([group, words]) =>
    Object.keys(words).map((name) => [name, group as Group] as const),
  ),
  ...GROUPS.filter((group) => !(group in MANY)).map((group) => [group, group] as const),
]);

type Edge = { readonly to: string; readonly loads: readonly Group[] };

const textOf = (file: string) => readFileSync(join(SRC, file), 'utf8');

/** A route's component comes after its loader and those of the layouts around it (`route.tsx`). */
function loadedByRoute(file: string): readonly Group[] {
  const folder = dirname(file);
  const layout = folder.startsWith(`${ROUTES}_frame/`) && `${folder}/route.tsx`;
  const around = layout && existsSync(join(SRC, layout)) ? textOf(layout) : '';
  return [textOf(file), around].flatMap((text) => {
    const called = text.match(/loader\b[\s\S]*?load(\w+)Words/)?.[1] ?? '';
    return LOADED[called] ?? [];
  });
}

function edgesOf(file: string): Edge[] {
  const text = textOf(file).replaceAll("'./routes/", `'#${ROUTES}`);
  const own = file.startsWith(ROUTES) ? loadedByRoute(file) : [];
  const found = [...text.matchAll(/(with(\w+)Words\(\(\) =>\s*)?(from|import|import\()\s*'[#]([\w./{}$-]+\.tsx?)'/g)];
  const typeOnly = new Set(
    [...text.matchAll(/^(?:import|export) type [^;]*?from '[#]([^']+)'/gm)].map(([, name]) => name),
  );
  return found
    .filter(([, , , , to]) => !typeOnly.has(to))
    .map(([, , loading, , to]) => ({ to: to ?? '', loads: [...own, ...(LOADED[loading ?? ''] ?? [])] }));
}

/** The words that are there for certain when each module runs, whatever way led to it. */
function wordsThere(entry: string, first: readonly Group[]): Map<string, Set<Group>> {
  const there = new Map<string, Set<Group>>([[entry, new Set(first)]]);
  const open = [entry];
  for (let file = open.pop(); file !== undefined; file = open.pop()) {
    const here = there.get(file) ?? new Set();
    for (const { to, loads } of edgesOf(file)) {
      const arrives = new Set([...here, ...loads]);
      const known = there.get(to);
      const kept = new Set([...arrives].filter((group) => !known || known.has(group)));
      if (known?.size === kept.size) continue;
      there.set(to, kept);
      open.push(to);
    }
  }
  return there;
}

const SAVED_COPY = 'pages/verify/saved-copy/main.tsx';

/** The product, and the page of `/verify` that is saved as a file and asks for its words itself. */
test.each<[entry: string, modules: number, first: readonly Group[]]>([
  ['app/main.tsx', 700, []],
  [SAVED_COPY, 20, LOADED[/load(\w+)Words/.exec(textOf(SAVED_COPY))?.[1] ?? ''] ?? []],
])('no module says words that may not be loaded: %s', (entry, modules, first) => {
  const there = wordsThere(entry, first);
  const early = [...there].flatMap(([file, groups]) =>
    [...new Set([...textOf(file).matchAll(/\(\$\) => \$\.(\w+)/g)].map(([, name]) => name ?? ''))]
      .filter((name) => name !== IN_POPOVERS && groupOf.has(name) && !groups.has(groupOf.get(name) as Group))
      .map((name) => `${file}: ${name}`),
  );
  expect(there.size).toBeGreaterThan(modules);
  expect(early).toEqual([]);
});
