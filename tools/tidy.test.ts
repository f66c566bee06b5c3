/** House rules that no other tool checks (STYLE.md). Each ban names the replacement. */
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { codeForStatus, ERROR_CODES, ERRORS, type RaisedBy } from '@mua/contract/errors';
import { SETTABLE_LIMITS } from '@mua/contract/limit-settings';
import { ALL_ROUTES, ROUTES } from '@mua/contract/registry';
import { FACT_KINDS } from '@mua/core/values';
import { describe, expect, test } from 'vitest';

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const CHAPTERS = ['core', 'contract', 'server', 'web', 'e2e', 'bench', 'tools'];
const SKIPPED = new Set(['node_modules', 'dist', '.cache', 'test-results']);

function filesBelow(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder).flatMap((name) => {
    if (SKIPPED.has(name)) return [];
    const path = join(folder, name);
    return statSync(path).isDirectory() ? filesBelow(path) : [path];
  });
}

const files = CHAPTERS.flatMap((chapter) => filesBelow(join(ROOT, chapter)))
  .filter((file) => /\.(ts|tsx|mjs)$/.test(file) && !file.endsWith('.gen.ts'))
  .map((file) => ({ name: relative(ROOT, file), text: readFileSync(file, 'utf8') }));
const sources = files.filter(({ name }) => /\/src\//.test(name) && !/\.test\.tsx?$/.test(name));

function offenders(list: readonly { name: string; text: string }[], pattern: RegExp): string[] {
  return list.flatMap(({ name, text }) =>
    text.split('\n').flatMap((line, index) => (pattern.test(line) ? [`${name}:${index + 1}: ${line.trim()}`] : [])),
  );
}

/** Parts that are still to come, of those in which a code can be raised (contract/errors: `raisedBy`). */
const LATER_PARTS: ReadonlySet<RaisedBy> = new Set(['operator-console']);
/** Statuses (docs/rules/refusals.md#catalogue) that a proxy between client and server may return. */
const HTTP_KINDS = [400, 401, 403, 404, 408, 413, 422, 429, 500, 502, 503, 504];

/** In source a code is a quoted string of its own; in a test it may be part of a table in the trader's words. */
function codesNamedIn(list: readonly { text: string }[], pattern: RegExp): Set<string> {
  return new Set(list.flatMap(({ text }) => [...text.matchAll(pattern)].map(([, word = '']) => word)));
}

/** Retired names, each with the term of the field that replaced it (GLOSSARY.md). */
const RETIRED: readonly (readonly [RegExp, string])[] = [
  [/Stake|\bstake(s|Of|sOf)?\b/, 'order line'],
  [/ToolInHand|LineHand|nextHand/, 'active tool, line drag'],
  [/[Ss]potli(ght|t)/, 'highlighted row'],
  [/[Ss]ummon(s|ed)?\b/, 'focus request'],
  [/\b(un)?hush(Order|ed)|isHushed/, 'suppressed toasts'],
  [/DoorFrame|door-frame/, 'login layout'],
  [/OrderDesk|order-desk/, 'order service'],
  [/brokenLaws|trading-laws|book-story/, 'matching invariants, book trace'],
  [/[Ss]ightingOf|entities\/sighting|orders\/sighting/, 'decision quote'],
  [/\bbrake-?(rules|s-routes)|NO_BRAKES|[a-z]Brakes?\((?!Routes)|\bBrakes\b(?!')/, 'self limits'],
  [/coveredLots/, 'marginable lots'],
  [/[oO]utOfTurn|\bout of turn\b/, 'unscheduled'],
  [/createSotp|sotpDigits|security\/sotp\.ts/, 'TOTP'],
  [/passTimeWhenDue|due-times/, 'timers'],
  [/\b(create|read|rotate)Jars?\b|JarReader|jarCookie|jar-(store|cookie|sockets|turns)/, 'browser session'],
  [/[Ss]tandings?Of|[a-z]Standings?\b|STANDING_|-standings?\b/, 'status, state, live account'],
  [
    /RUNGS|\bRung|rungOf|rungPrice|LadderStanding|OFF_THE_LADDER|\bclimb\(|margin-ladder\/|rung-price/,
    'margin level, margin state',
  ],
  [/missingVnd/, 'shortfall'],
  [/[a-z]World\b|\bWorld[A-Z]|WORLD_|[a-z]House\b|HOUSE_|\bhouses?[A-Z]/, 'simulation, reference data, broker'],
  [/[tT]rigger-?Board|trigger-board|\bboardOf\(state|state\.boards/, 'trigger index'],
  [/AlertBoard|alert-board/, 'alert index'],
  [/ScenarioBoard|scenario-board/, 'scenario controls'],
  [/CloseOutStage|StagedContract/, 'close-out window, simulated contract'],
  [/SettledPair|PairRecord|ModelPair/, 'round turn'],
  [/account(\(\))?\.ladder\b|state\.dues\b/, 'margin state, account timers'],
  [/\btakeTurns\b|feeds\/turns/, 'work batches'],
  [/\bhear(One|Manners)\b|misheard|ToldInSum/, 'deliver, distorted, reported'],
  [/keptSession|patienceMs/, 'surviving session, timeout'],
  [/(Order|Conditional|Refused|OAuth)Stand\b|KeptStep|(market|oauth|order)-stand\b/, 'harness, state'],
  [/[mM]anners\b|MANNERS|WHIMS|\b[wW]hims?\b/, 'venue behaviour, venue quirks'],
  [/(order|conditional|fill|place)Moments?\b|MOMENT_KINDS|(order|conditional)-moments|MomentKind/, 'timeline event'],
];

describe('files', () => {
  test.each(RETIRED)('%s is called "%s" now', (retired) => {
    const others = files.filter(({ name }) => name !== 'tools/tidy.test.ts');
    const renamed = others.filter(({ name }) => retired.test(name)).map(({ name }) => name);
    expect([...renamed, ...offenders(others, retired)]).toEqual([]);
  });

  test('there are files to check', () => expect(sources.length).toBeGreaterThan(150));

  test('names are kebab-case nouns (route parameters as in code), no utils, helpers, common, shared or lib', () => {
    const odd = files.filter(
      ({ name }) =>
        !/^([a-z0-9_.[\]/-]|\$[a-zA-Z]+|\{-\$[a-zA-Z]+\})+$/.test(name) ||
        /(^|\/)(utils?|helpers?|common|shared|lib)(\/|\.)/.test(name),
    );
    expect(odd.map(({ name }) => name)).toEqual([]);
  });

  test('a source file opens with why it exists', () => {
    const silent = sources.filter(({ name, text }) => !name.startsWith('web/') && !text.startsWith('/**'));
    expect(silent.map(({ name }) => name)).toEqual([]);
  });

  test('one import dialect: a neighbour of the same package is `#folder/file.ts`', () => {
    const packages = files.filter(({ name }) => !name.startsWith('tools/') && !/\.config\.ts$/.test(name));
    expect(
      offenders(packages, /(\bfrom|\bimport\(?) *'(\.\/[^']+\.tsx?|#(?![^']+\.(tsx?|css|json|svg|png)'))/),
    ).toEqual([]);
  });

  test('functions over 70 lines only become fewer: shortening one removes its file from the list in biome.json', () => {
    const { overrides } = JSON.parse(readFileSync(join(ROOT, 'biome.json'), 'utf8'));
    const excused: string[] = overrides.at(-1).includes;
    expect(excused.length).toBeLessThanOrEqual(27);
    expect(excused.filter((name) => !existsSync(join(ROOT, name)))).toEqual([]);
  });

  test('no unfinished marks: build it, or file an issue', () => {
    const marks = new RegExp(['TO', 'DO|FIX', 'ME|XX', 'X|HA', 'CK'].join(''));
    expect(offenders(sources, new RegExp(`\\b(${marks.source})\\b|[Cc]oming soon|[Nn]ot implemented`))).toEqual([]);
  });

  test('no connection to PostgreSQL waits for ever for one that is frozen, which takes it and says nothing', () => {
    const opened = sources
      .filter(({ name }) => name.startsWith('server/src/'))
      .flatMap(({ name, text }) => [...text.matchAll(/new pg\.(Client|Pool)\([^;]*;/g)].map(([code]) => [name, code]));
    expect(opened.length).toBeGreaterThan(10);
    expect(opened.filter(([, code]) => !code?.includes('connectionTimeoutMillis'))).toEqual([]);
  });

  test('no focused or skipped tests', () => {
    const tests = files.filter(({ name }) => /\.(test|spec)\.tsx?$/.test(name) && !name.startsWith('tools/tidy'));
    expect(offenders(tests, /\b(it|test|describe)\.(only|todo|skip\(['"`]|only\()/)).toEqual([]);
  });

  test('no waiting by the clock in tests', () => {
    const tests = files.filter(({ name }) => /\.(test|spec)\.tsx?$/.test(name) && !name.startsWith('tools/tidy'));
    expect(offenders(tests, /waitForTimeout\(|setTimeout\([^,]+, *\d{3,}\)/)).toEqual([]);
  });
});

describe('core', () => {
  const core = sources.filter(({ name }) => name.startsWith('core/'));

  test('has no `as` except `as const`: types express it instead', () => {
    const casts = offenders(core, /\bas (?!const\b)[A-Z{'"[(a-z]/).filter(
      (line) => !/: (\*|\/\/|\/\*\*)|import |export \{|\* as /.test(line),
    );
    expect(casts.filter((line) => !/^\S+ (\*|\/\/)/.test(line))).toEqual([]);
  });

  test('time and randomness are passed in: only clock, venue and tools may read them', () => {
    expect(offenders(core, /\bDate\.now\b|\bnew Date\b|\bMath\.random\b|\bsetTimeout\b|\bprocess\./)).toEqual([]);
    const server = sources.filter(
      ({ name }) => name.startsWith('server/src/') && !/\/(clock|product-clock)\.ts$/.test(name),
    );
    expect(offenders(server, /\bDate\.now\(|\bMath\.random\(/)).toEqual([]);
  });
});

describe('lists that must agree', () => {
  test('every core refusal is in the catalogue with a status', () => {
    const text = readFileSync(join(ROOT, 'core/src/values/refusals.ts'), 'utf8');
    const table = text.slice(text.indexOf('interface RefusalFacts'), text.indexOf('export type RefusalCode'));
    const codes = [...table.matchAll(/^ {2}([A-Za-z_]+):/gm)].map((match) => match[1] ?? '');
    expect(codes.length).toBeGreaterThan(15);
    expect(codes.filter((code) => !(ERROR_CODES as readonly string[]).includes(code))).toEqual([]);
    expect(codes.filter((code) => ERRORS[code as keyof typeof ERRORS].status === null)).toEqual([]);
    const facts = [...table.matchAll(/[{;] (\w+):/g)].map((match) => match[1] ?? '');
    expect(facts.filter((fact) => !(fact in FACT_KINDS))).toEqual([]);
  });

  test('both languages know every error code', () => {
    for (const language of ['vi', 'en']) {
      const texts = JSON.parse(readFileSync(join(ROOT, `web/src/i18n/${language}/errors.json`), 'utf8'));
      const known = JSON.stringify(texts);
      expect(ERROR_CODES.filter((code) => !known.includes(`"${code}"`))).toEqual([]);
    }
  });

  test('a limit that an installation may set is read by the server alone', () => {
    const settable = new RegExp(`LIMITS\\.(${SETTABLE_LIMITS.join('|')})\\b`);
    expect(
      offenders(
        sources.filter(({ name }) => name.startsWith('web/')),
        settable,
      ),
    ).toEqual([]);
  });

  test('a page opened over plain http makes ids too', () => {
    const others = sources.filter(({ name }) => name.startsWith('web/') && name !== 'web/src/session/fresh-id.ts');
    expect(offenders(others, /randomUUID/)).toEqual([]);
  });

  test('every error code of a finished part is raised by it and named by a test', () => {
    const raising = sources.filter(({ name }) => /^(core|server|web)\//.test(name));
    const raised = codesNamedIn(raising, /['"`]([A-Za-z_]+)['"`]/g);
    for (const status of HTTP_KINDS) raised.add(codeForStatus(status));
    const tested = codesNamedIn(
      files.filter(({ name }) => /\.(test|spec)\.tsx?$/.test(name) && name !== 'contract/src/errors.test.ts'),
      /\b([A-Za-z_]+)\b/g,
    );
    const owed = ERROR_CODES.filter((code) => {
      const { raisedBy } = ERRORS[code];
      return raisedBy !== 'nobody' && !LATER_PARTS.has(raisedBy);
    });
    expect(owed.length).toBeGreaterThan(60);
    expect(owed.filter((code) => !raised.has(code))).toEqual([]);
    expect(owed.filter((code) => !tested.has(code))).toEqual([]);
    // A part whose codes are all raised is finished and leaves the list; a code raised by nobody must stay unraised.
    const built = [...LATER_PARTS].filter((part) =>
      ERROR_CODES.every((code) => ERRORS[code].raisedBy !== part || raised.has(code)),
    );
    expect(built).toEqual([]);
    expect(ERROR_CODES.filter((code) => ERRORS[code].raisedBy === 'nobody' && raised.has(code))).toEqual([]);
  });

  test('every contract route is bound and named in a server test', () => {
    const server = sources
      .filter(({ name }) => name.startsWith('server/src/'))
      .map(({ text }) => text)
      .join('\n');
    // If the wire's name of a call differs from ours, the registry maps it: `name: ours`.
    const registry = readFileSync(join(ROOT, 'contract/src/registry.ts'), 'utf8');
    const oursOf = (name: string) => new RegExp(`^ {2}${name}: (\\w+),$`, 'm').exec(registry)?.[1] ?? name;
    const unbound = Object.keys(ROUTES).filter((name) => !new RegExp(`bind\\(\\s*${oursOf(name)}\\b`).test(server));
    expect(unbound).toEqual([]);
    const tests = files
      .filter(({ name }) => name.startsWith('server/test/'))
      .map(({ text }) => text)
      .join('\n');
    expect(ALL_ROUTES.length).toBeGreaterThan(25);
    expect(tests).toContain('ALL_ROUTES');
  });
});

/** Returns every text of a translation file by its dotted key. */
function textsOf(tree: Readonly<Record<string, unknown>>, above = ''): Map<string, string> {
  return new Map(
    Object.entries(tree).flatMap(([key, value]) =>
      typeof value === 'string'
        ? [[above + key, value] as const]
        : [...textsOf(value as Readonly<Record<string, unknown>>, `${above}${key}.`)],
    ),
  );
}

describe('words', () => {
  test('no sentences below web, only codes and facts', () => {
    const below = sources.filter(({ name }) => /^(core|contract)\/src/.test(name));
    expect(
      offenders(below, /['"`][^'"`]*[ạảãấầẩẫậắằẳẵặẹẻẽếềểễệỉĩịọỏốồổỗộớờởỡợụủứừửữựỳỵỷỹđ][^'"`]*['"`]/i).filter(
        (line) => !/nameVi|\/\/|\*|source/.test(line),
      ),
    ).toEqual([]);
  });

  test('mail and SMS have the same texts in both languages, in server/templates and nowhere else', () => {
    const [vi, en] = ['vi', 'en'].map((language) =>
      textsOf(JSON.parse(readFileSync(join(ROOT, `server/templates/${language}.json`), 'utf8'))),
    );
    expect([...(vi ?? [])].map(([key]) => key)).toEqual([...(en ?? [])].map(([key]) => key));
    const gaps = (text = ''): string[] => [...text.matchAll(/\{\w+\}/g)].map(([gap]) => gap).sort();
    for (const [key, text] of vi ?? []) expect([key, ...gaps(text)]).toEqual([key, ...gaps(en?.get(key))]);
    // Names of people and browsers are data; a sentence has a full stop.
    const messages = sources.filter(({ name }) => /^server\/src\/(identity|messages)\//.test(name));
    expect(messages.length).toBeGreaterThan(20);
    expect(
      offenders(messages, /^[^/*]*['"`][^'"`]*[ạảãấầẩẫậắằẳẵặẹẻẽếềểễệỉĩịọỏốồổỗộớờởỡợụủứừửữựỳỵỷỹđ][^'"`]*\. ?['"`]/i),
    ).toEqual([]);
  });

  test('no path or name of the machine on which it was written', () => {
    const tracked = execFileSync('git', ['ls-files'], { cwd: ROOT, encoding: 'utf8' }).split('\n');
    const place = new RegExp(['/wo', 'rk/|farm-', '(studio|bench)'].join(''));
    const found = tracked.filter(
      (file) =>
        /\.(ts|tsx|mjs|md|json|css|html|sql)$/.test(file) &&
        existsSync(join(ROOT, file)) &&
        place.test(readFileSync(join(ROOT, file), 'utf8')),
    );
    expect(found).toEqual([]);
  });
});
