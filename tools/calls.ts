/**
 * Lists where each call of the contract is handled, used by the client and tested (docs/calls.md). `npm run calls`
 * writes the list, from the files that import a route and the tests that contain its path.
 */
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ROUTES } from '@mua/contract/registry';
import { API_BASE, type RouteDefinition } from '@mua/contract/route';

const ROOT = join(import.meta.dirname, '..');
export const CALLS = join(ROOT, 'docs', 'calls.md');
/** These tests send a request to every route, so they say nothing about a single one. */
const OF_EVERY_ROUTE = /\/(every-route|matrix|fuzz|headers)[\w-]*\.test\.ts$/;

export interface Call {
  readonly name: string;
  readonly route: RouteDefinition;
  /** Server files that bind it. */
  readonly handlers: readonly string[];
  /** Client folders that call it, and the operator's command line. */
  readonly clients: readonly string[];
  readonly tests: readonly string[];
}

interface SourceFile {
  readonly name: string;
  readonly text: string;
}

export function readCalls(): Call[] {
  const server = filesBelow('server/src').filter(isNoTest);
  const client = filesBelow('web/src').filter(isNoTest);
  const commands = filesBelow('tools').filter(({ name }) => name.startsWith('tools/operator'));
  const tests = [
    ...['server', 'web'].flatMap((chapter) => filesBelow(chapter)).filter(({ name }) => /\.test\.tsx?$/.test(name)),
    ...filesBelow('e2e/stories'),
  ].filter(({ name }) => !OF_EVERY_ROUTE.test(name));
  const exportOf = exportNames();
  return Object.entries<RouteDefinition>(ROUTES).map(([name, route]) => {
    const exported = exportOf.get(name) ?? name;
    const mentions = ({ text }: SourceFile): boolean => importsRoute(text, exported) || namesPath(text, route.path);
    const handlers = namesOf(server.filter(({ text }) => new RegExp(`\\bbind\\w*\\(\\s*${exported}\\b`).test(text)));
    return {
      ...{ name, route, handlers },
      clients: roomsOf([
        ...client.filter(({ text }) => importsRoute(text, exported)),
        ...commands.filter((file) => route.access === 'operator' && mentions(file)),
      ]),
      tests: nearestFirst(namesOf(tests.filter(mentions)), handlers[0]),
    };
  });
}

/** Maps a route's name on the wire to its export, where they differ. */
function exportNames(): ReadonlyMap<string, string> {
  const registry = readFileSync(join(ROOT, 'contract/src/registry.ts'), 'utf8');
  return new Map(
    [...registry.matchAll(/^ {2}(\w+): (\w+),$/gm)].map(([, name = '', exported = '']) => [name, exported]),
  );
}

function importsRoute(text: string, name: string): boolean {
  return new RegExp(`import \\{[^}]*\\b${name}\\b[^}]*\\} from '@mua/contract/http/`).test(text);
}

const ALL_PARTS = Object.values<RouteDefinition>(ROUTES).map(({ path }) => fixedParts(path).at(-1));

/**
 * Tests build their paths from parts, so the last fixed part is searched for, together with the one before it if other
 * paths end in the same part.
 */
function namesPath(text: string, path: string): boolean {
  const parts = fixedParts(path);
  const isCommon = ALL_PARTS.filter((part) => part === parts.at(-1)).length > 1;
  return parts
    .slice(isCommon ? -2 : -1)
    .every((part) => new RegExp(`(?<![\\w-])${part.replaceAll('.', '\\.')}(?![\\w-])`).test(text));
}

function fixedParts(path: string): string[] {
  return path.split('/').filter((part) => part !== '' && !part.startsWith('{'));
}

function isNoTest({ name }: SourceFile): boolean {
  return !/\.test\.tsx?$/.test(name);
}

function filesBelow(folder: string): SourceFile[] {
  return readdirSync(join(ROOT, folder)).flatMap((entry) => {
    const path = join(ROOT, folder, entry);
    if (['node_modules', 'dist', 'mock'].includes(entry) || entry.startsWith('.')) return [];
    if (statSync(path).isDirectory()) return filesBelow(relative(ROOT, path));
    return /\.(tsx?|mjs)$/.test(entry) && !entry.endsWith('.gen.ts')
      ? [{ name: relative(ROOT, path), text: readFileSync(path, 'utf8') }]
      : [];
  });
}

function namesOf(files: readonly SourceFile[]): string[] {
  return files.map(({ name }) => name).sort();
}

/** Sorts tests of the handler's own folder first, then the browser stories. */
function nearestFirst(names: readonly string[], handler = ''): string[] {
  const room = handler.split('/')[2] ?? '';
  const rank = (name: string): number =>
    name.startsWith(`server/test/${room}/`) ? 0 : name.startsWith('e2e/stories/') ? 1 : 2;
  return names.toSorted((a, b) => rank(a) - rank(b));
}

/** Shortens `web/src/features/security/pin.tsx` to `web/features/security`. */
function roomsOf(files: readonly SourceFile[]): string[] {
  const rooms = files.map(({ name }) =>
    name.startsWith('web/') ? name.replace('/src/', '/').split('/').slice(0, -1).join('/') : name,
  );
  return [...new Set(rooms)].sort();
}

/** Enough as a starting point; a search for the path finds all of them. */
const SHOWN_TESTS = 1;

export function tableOf(calls: readonly Call[]): string {
  const code = (names: readonly string[]): string => names.map((name) => `\`${name.replace('/src/', '/')}\``).join(' ');
  const rows = calls.map(({ route, handlers, clients, tests }) => {
    const path = `${route.atRoot ? '' : API_BASE}${route.path}`;
    const access = route.access === 'public' ? '' : ` (${route.access})`;
    const where = clients.length > 0 ? code(clients) : '–';
    return `| ${route.method} \`${path}\`${access} | ${code(handlers)} | ${where} | ${code(tests.slice(0, SHOWN_TESTS))} |`;
  });
  return [
    '# Calls',
    '',
    '<!-- Written by `npm run calls`. -->',
    '',
    'Every call of the contract: who may make it, where it is handled, which rooms of the client or which command make it, and where it is tested besides the tests of every route. Calls without a client are those of programs, banks and monitoring.',
    '',
    '| Call | Handler | Client | Test |',
    '| --- | --- | --- | --- |',
    ...rows,
    '',
  ].join('\n');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(CALLS, tableOf(readCalls()));
