/**
 * Which modules travel together. What every page starts with is one file, and what the board or a desk adds to it a few
 * more: as dozens they pack 20 kB worse, and a phone far from its mast waits half a second for each, however small. All
 * else is split where it is asked for.
 */
import { dirname, resolve } from 'node:path';
import type { Rolldown } from 'vite';

type ChunkingContext = Parameters<Rolldown.CodeSplittingNameFunction>[1];

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
  ],
};

/** Libraries of many parts behind one index: only the parts that are named count, not all that the index imports. */
const WIDE_INDEXES = [
  { name: 'lucide-react', index: /lucide-react[\\/]dist[\\/]esm[\\/]lucide-react\./, part: 'icons/*.mjs' },
  { name: 'radix-ui', index: /radix-ui[\\/]dist[\\/]index\./, part: '../../@radix-ui/react-*/dist/index.mjs' },
];

export const PAGE_CHUNKS: Rolldown.CodeSplittingGroup[] = [
  { name: 'first', tags: ['$initial'], priority: 2 },
  { name: chunkByPages(), debugName: 'pages', priority: 1, includeDependenciesRecursively: false },
];

/** Names a module's chunk by the pages that open with it; what neither board nor desk opens with is left alone. */
function chunkByPages(): Rolldown.CodeSplittingNameFunction {
  let chunkOf: ((id: string) => string | null) | undefined;
  return (id, context) => {
    chunkOf ??= chunksOfPages((module) => importsOf(module, context));
    return chunkOf(id);
  };
}

function chunksOfPages(imports: (id: string) => readonly string[]): (id: string) => string | null {
  const openedBy = (routes: readonly string[]) => {
    // As the router's plugin names a page's own program.
    const entries = routes.map((route) => `${resolve(ROUTES, route)}?tsr-split=component`);
    const ids = new Set(entries);
    for (const id of ids) for (const next of imports(id)) ids.add(next);
    if (ids.size < 50) throw new Error(`${routes[0]}: its own program is no longer found by its name`);
    for (const entry of entries) ids.delete(entry);
    return ids;
  };
  const board = openedBy(PAGES.board);
  const desk = openedBy(PAGES.desk);
  const login = openedBy(PAGES.login);
  const others = openedBy(PAGES.others);
  return (id) => {
    const isCommon = login.has(id) || others.has(id);
    if (board.has(id)) return isCommon ? 'board-and-others' : desk.has(id) ? 'board-and-desk' : 'board';
    if (!desk.has(id)) return null;
    if (login.has(id)) return 'desk-and-login';
    return isCommon ? 'desk-and-others' : 'desk';
  };
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
