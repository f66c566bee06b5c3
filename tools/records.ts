/**
 * Reads the decision records (docs/decisions) and writes their index: `npm run records`. Most are a file in the folder
 * of their area; small ones are rows of a table.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = join(import.meta.dirname, '..');
const RECORDS = join(ROOT, 'docs', 'decisions');
export const INDEX = join(RECORDS, 'README.md');
const TABLE = 'where-the-specification-is-silent.md';

export interface DecisionRecord {
  readonly number: number;
  readonly title: string;
  readonly status: string;
  readonly text: string;
  /** The folder of its area; null for a row of the table. */
  readonly area: string | null;
  /** Relative to docs/decisions. */
  readonly place: string;
}

/** What each folder is about, in the order in which a newcomer would read them. */
const AREAS = {
  orders: 'Orders: from the ticket to the exchange and back',
  margin: 'Margin, money and the days of an account',
  exchange: 'Exchanges, sessions and trade dates',
  market: 'Prices, charts and alerts',
  journal: 'The journal and its snapshots',
  identity: 'Who somebody is: sessions, codes, proofs',
  operators: 'Operators, the audit log and programs of others',
  network: 'Connections and what stands before them',
  screens: 'Screens',
  build: 'Builds and settings',
};

/** Paths as written in documents: `server/venue/port` is `server/src/venue/port`. */
const PATH = /`((?:core|contract|server|web|e2e|bench|tools|docs)\/[\w./$-]*[\w])`/g;

/** Reads every record, by number. Throws if one has no number, title or status. */
export function readRecords(): DecisionRecord[] {
  const inFiles = Object.keys(AREAS).flatMap((area) =>
    readdirSync(join(RECORDS, area)).map((file) => {
      const text = readFileSync(join(RECORDS, area, file), 'utf8');
      const [, number, title] = /^# (\d+)\. (.*)$/m.exec(text) ?? [];
      const [, status] = /^Status: (.*)$/m.exec(text) ?? [];
      if (!title || !status || Number(file.slice(0, 4)) !== Number(number))
        throw new Error(`${area}/${file} has no title "# number. decision" or no status`);
      return { number: Number(number), title, status, text, area, place: `${area}/${file}` };
    }),
  );
  const inTable = readFileSync(join(RECORDS, TABLE), 'utf8')
    .split('\n')
    .flatMap((text) => {
      const [, number, title = ''] = /^\| (\d+) \|.*\*\*(.*?)\.?\*\*/.exec(text) ?? [];
      return number ? [{ number: Number(number), title, status: 'accepted', text, area: null, place: TABLE }] : [];
    });
  return [...inFiles, ...inTable].sort((a, b) => a.number - b.number);
}

/** Returns the paths in a text, each once. */
export function pathsIn(text: string): string[] {
  return [...new Set([...text.matchAll(PATH)].map(([, path = '']) => path))];
}

export function indexOf(records: readonly DecisionRecord[]): string {
  const lines = [
    '# Decisions',
    '',
    '<!-- Written by `npm run records`. -->',
    '',
    `A record says what was decided, why, and what follows; its title is the decision. Records are not rewritten: a later one changes an earlier one and both say so. Code cites them by number. Small answers to open questions of the specification stand in [one table](${TABLE}).`,
  ];
  for (const [area, title] of Object.entries(AREAS)) {
    lines.push('', `## ${title}`, '', '| No. | Decision | Status | Code |', '| --- | --- | --- | --- |');
    for (const record of records.filter((each) => each.area === area)) {
      const code = pathsIn(record.text).map((path) => `\`${path}\``);
      lines.push(`| ${record.number} | [${record.title}](${record.place}) | ${record.status} | ${code.join(' ')} |`);
    }
  }
  lines.push('', '## Where the specification is silent', '', '| No. | Decision |', '| --- | --- |');
  for (const { number, title, area } of records) if (area === null) lines.push(`| ${number} | [${title}](${TABLE}) |`);
  return `${lines.join('\n')}\n`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(INDEX, indexOf(readRecords()));
