/**
 * Which modules travel together. What every page starts with is one file, and what the board or a desk adds to it a few
 * more, and so is what a desk loads behind its first price: as dozens they pack 20 kB worse, and a phone far from its
 * mast waits half a second for each, however small. All else is split where it is asked for.
 */
import { readdirSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { Rolldown } from 'vite';

type ChunkingContext = Parameters<Rolldown.CodeSplittingNameFunction>[1];

const ENTRY = resolve(import.meta.dirname, 'src/app/main.tsx');
const ROUTES = resolve(import.meta.dirname, 'src/app/routes');

/** The pages whose first script has a budget (tools/route-budgets.mjs), by the routes that open them. */
const PAGES = {
  board: ['_frame/index.tsx'],
  desk: ['_frame/trading/$code.tsx'],
  login: ['login.tsx'],
  others: [
    'oauth.authorize.tsx',
    '_frame/account-overview/route.tsx',
    '_frame/account-overview/index.tsx',
    '_frame/account-overview/property.$accountId.tsx',
    '_frame/account-overview/digital-signature.tsx',
  ],
};

/** Libraries of many parts behind one index: only the parts that are named count, not all that the index imports. */
const WIDE_INDEXES = [
  { name: 'lucide-react', index: /lucide-react[\\/]dist[\\/]esm[\\/]lucide-react\./, part: 'icons/*.mjs' },
  { name: 'radix-ui', index: /radix-ui[\\/]dist[\\/]index\./, part: '../../@radix-ui/react-*/dist/index.mjs' },
];

/** What a desk loads at once behind its first price. */
const DESK_PARTS = ['desk-charts', 'bottom-tabs', 'side-column'].map((part) =>
  resolve(import.meta.dirname, `src/pages/trading/${part}.tsx`),
);

/** In characters of source. What is shorter costs more as a request of its own than as ballast of another page. */
const SHORT = 600;

export const PAGE_CHUNKS: Rolldown.CodeSplittingGroup[] = [
  { name: 'first', tags: ['$initial'], priority: 2 },
  { name: chunkByPages(), debugName: 'pages', priority: 1, includeDependenciesRecursively: false },
];

/** Names a module's chunk by the pages that open with it; what is neither board's nor desk's is left alone. */
function chunkByPages(): Rolldown.CodeSplittingNameFunction {
  let chunkOf: ((id: string) => string | null) | undefined;
  return (id, context) => {
    chunkOf ??= chunksOfPages(context);
    return chunkOf(id);
  };
}

function chunksOfPages(context: ChunkingContext): (id: string) => string | null {
  const opened = (entries: readonly string[]) => {
    const ids = reachedFrom(entries, context);
    if (ids.size < 50) throw new Error(`${entries[0]} is no longer found by its name`);
    for (const entry of entries) ids.delete(entry);
    return ids;
  };
  // As the router's plugin names a page's own program.
  const openedBy = (routes: readonly string[]) =>
    opened(routes.map((route) => `${resolve(ROUTES, route)}?tsr-split=component`));
  const board = openedBy(PAGES.board);
  const desk = openedBy(PAGES.desk);
  const login = openedBy(PAGES.login);
  const others = openedBy(PAGES.others);
  const deskParts = opened(DESK_PARTS);
  const elsewhere = openedBy(otherRoutes());
  const first = reachedFrom([ENTRY], context);
  // An icon, a function: one chunk of them imports nothing but what is there already, and can't be part of a circle.
  const isShortLeaf = (id: string): boolean =>
    (context.getModuleInfo(id)?.code ?? '').length < SHORT && importsOf(id, context).every((next) => first.has(next));
  return (id) => {
    const isCommon = login.has(id) || others.has(id);
    if (board.has(id)) return isCommon ? 'board-and-others' : desk.has(id) ? 'board-and-desk' : 'board';
    if (desk.has(id)) return login.has(id) ? 'desk-and-login' : isCommon ? 'desk-and-others' : 'desk';
    if (!deskParts.has(id)) return null;
    if (!elsewhere.has(id)) return 'desk-parts';
    return isShortLeaf(id) && !login.has(id) ? 'short-parts' : null;
  };
}

function reachedFrom(entries: readonly string[], context: ChunkingContext): Set<string> {
  const ids = new Set(entries);
  // A set that grows while it is walked.
  for (const id of ids) for (const next of importsOf(id, context)) ids.add(next);
  return ids;
}

function otherRoutes(): string[] {
  const files = readdirSync(ROUTES, { recursive: true, encoding: 'utf8' });
  const named = [...PAGES.board, ...PAGES.desk].map((route) => resolve(ROUTES, route));
  return files.filter((file) => file.endsWith('.tsx') && !named.includes(resolve(ROUTES, file)));
}

function importsOf(id: string, context: ChunkingContext): string[] {
  const info = context.getModuleInfo(id);
  if (!info) return [];
  return info.importedIds.flatMap((next) => {
    const library = WIDE_INDEXES.find(({ index }) => index.test(next));
    if (!library) return [next];
    const parts = namesImported(info.code ?? '', library.name).map((name) => library.part.replace('*', kebab(name)));
    return parts.map((part) => resolve(dirname(next), part));
  });
}

function namesImported(code: string, library: string): string[] {
  const imports = code.matchAll(new RegExp(`import\\s*\\{([^}]*)\\}\\s*from\\s*["']${library}["']`, 'g'));
  return [...imports].flatMap(([, names = '']) => names.split(',').map((name) => name.trim().split(/\s/)[0] ?? ''));
}

/** `Columns3` is `columns-3` in both libraries' folders. */
function kebab(name: string): string {
  return name.replace(/(?<=[a-z])(?=[A-Z0-9])/g, '-').toLowerCase();
}
