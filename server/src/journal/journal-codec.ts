/** Encodes commands and snapshots as JSON text. JSON has no bigint: it is written as `{"$n":"123"}`. */
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { createGzip, gunzipSync } from 'node:zlib';
import type { Command, CommandBody, EngineSnapshot } from '@mua/core/engine';
import { withoutBigints } from '@mua/core/values';
import { jsonWriter } from '#ground/json-writer.ts';

const BIGINT_MARK = '{"$n":';

function tagged(bigint: bigint): unknown {
  return { $n: bigint.toString() };
}

function untagBigint(_key: string, value: unknown): unknown {
  const isTag = typeof value === 'object' && value !== null && '$n' in value && typeof value.$n === 'string';
  return isTag ? BigInt(value.$n as string) : value;
}

/** One command per line. */
export function encodeCommands(commands: readonly Command[]): string {
  return commands.map(jsonWriter(tagged)).join('\n');
}

export function decodeCommands(text: string): Command[] {
  return text.split('\n').map((line) => decode(line) as Command);
}

export function encodeBody(body: CommandBody): string {
  return jsonWriter(tagged)(body);
}

export function decodeBody(text: string): CommandBody {
  return decode(text) as CommandBody;
}

type ClientOrders = EngineSnapshot['accounts'][number]['clientOrders'];

/** Of client order ids in a line. */
const IDS_PER_LINE = 5_000;

/**
 * Compressed lines: the state without its client order ids, then these, which are more than everything else after a
 * month, have no bigints, and in one text would become longer than a string may be.
 */
export function encodeSnapshot(snapshot: EngineSnapshot): Promise<Buffer> {
  return buffer(Readable.from(snapshotLines(snapshot)).pipe(createGzip({ level: 1 })));
}

function* snapshotLines(snapshot: EngineSnapshot): Generator<string> {
  const accounts = snapshot.accounts.map((account) => ({ ...account, clientOrders: [] }));
  yield JSON.stringify(withoutBigints({ ...snapshot, accounts }, tagged));
  for (const { accountId, clientOrders } of snapshot.accounts)
    for (let from = 0; from < clientOrders.length; from += IDS_PER_LINE)
      yield `\n${JSON.stringify([accountId, clientOrders.slice(from, from + IDS_PER_LINE)])}`;
}

/** @throws if these are not the bytes that were written */
export function decodeSnapshot(bytes: Buffer): EngineSnapshot {
  const lines = linesOf(gunzipSync(bytes));
  const snapshot = decode(lines.next().value ?? '') as EngineSnapshot;
  const known = new Map<string, ClientOrders[number][]>();
  for (const line of lines) {
    const [accountId, entries] = JSON.parse(line) as [string, ClientOrders];
    const before = known.get(accountId);
    if (before) before.push(...entries);
    else known.set(accountId, [...entries]);
  }
  // Releases before this one had them where they belong.
  const accounts = snapshot.accounts.map((account) => ({
    ...account,
    clientOrders: known.get(account.accountId) ?? account.clientOrders,
  }));
  return { ...snapshot, accounts };
}

function* linesOf(bytes: Buffer): Generator<string, undefined> {
  for (let from = 0; from < bytes.length; ) {
    const next = bytes.indexOf('\n', from);
    const end = next < 0 ? bytes.length : next;
    yield bytes.toString('utf8', from, end);
    from = end + 1;
  }
  return undefined;
}

/** The reviver is slow and bigints are rare, so it runs only if there is one. */
function decode(text: string): unknown {
  return text.includes(BIGINT_MARK) ? JSON.parse(text, untagBigint) : JSON.parse(text);
}
