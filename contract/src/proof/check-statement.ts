/**
 * Checks a statement without the server, in a browser as in a terminal: its sums, the way from its last figures to the
 * root of the signed day, the day's hash and signature, and the chain over the days that are given beside it. The first
 * sentence that does not hold is told as a code with its facts.
 */
import { type BalanceProof, type ProofDay, type SignedDay, signedDay } from '#entities/proof.ts';
import { type Statement, statementFile } from '#entities/statement.ts';
import { canonicalText } from '#proof/canonical.ts';
import { bytesToHex, dayHashOf, hexToBytes, LARGEST_SUM, leafHash, type SumNode } from '#proof/hashes.ts';
import { levelSizes, rootFrom } from '#proof/sum-tree.ts';

export interface Fault {
  readonly code: FaultCode;
  readonly facts: Readonly<Record<string, string>>;
}

/** In the order in which they are looked for. */
export const FAULT_CODES = [
  'Unreadable',
  'MovementSum',
  'ClosingSum',
  'ClosingOther',
  'NegativeSum',
  'SumTooLarge',
  'OtherDate',
  'OtherRoot',
  'OtherLiabilities',
  'OtherDeficits',
  'OtherAccounts',
  'DayChanged',
  'NotSigned',
  'SignatureUnchecked',
  'OtherKey',
  'OtherDay',
  'ChainBroken',
] as const;
export type FaultCode = (typeof FAULT_CODES)[number];

/** What was found of a statement in which everything holds. */
export interface CheckedStatement {
  readonly statement: Statement;
  readonly proof: SignedDay & { readonly path: readonly { readonly side: 'L' | 'R' }[] };
  /** Days of the chain that hold together, the statement's own among them. */
  readonly chainDays: number;
  /** Whether the key is one that somebody else named, or only the statement's own word. */
  readonly isKeyKnown: boolean;
}

export type StatementCheck =
  | { readonly isWhole: true; readonly checked: CheckedStatement }
  | { readonly isWhole: false; readonly fault: Fault };

/**
 * Ed25519 as this machine has it. Undefined where it can't check one: a browser from before 2025, or a page that was not
 * loaded securely.
 */
export type SignatureCheck = (signed: {
  readonly key: Uint8Array;
  readonly message: Uint8Array;
  readonly signature: Uint8Array;
}) => Promise<boolean | undefined>;

/** What a check knows besides the statement. */
export interface Beside {
  readonly isSigned: SignatureCheck;
  /** Signed days, in any order. */
  readonly days?: readonly unknown[];
  /** The keys that the installation is known by. */
  readonly keys?: readonly string[] | undefined;
}

class Broken extends Error {
  readonly fault: Fault;
  constructor(code: FaultCode, facts: Fault['facts'] = {}) {
    super(code);
    this.fault = { code, facts };
  }
}

export async function checkStatement(file: unknown, beside: Beside): Promise<StatementCheck> {
  try {
    return { isWhole: true, checked: await check(file, beside) };
  } catch (error) {
    if (error instanceof Broken) return { isWhole: false, fault: error.fault };
    throw error;
  }
}

async function check(file: unknown, { isSigned, days = [], keys }: Beside): Promise<CheckedStatement> {
  const parsed = statementFile.safeParse(file);
  if (!parsed.success) throw unreadable(parsed.error.issues[0]?.path ?? []);
  const { statement, proof } = parsed.data;
  checkSums(statement);
  const { data, salt, path, ...signed } = proof;
  if (canonicalText(statement.closing) !== canonicalText(data)) throw new Broken('ClosingOther', { field: 'closing' });
  if (statement.accountId !== data.accountId) throw new Broken('ClosingOther', { field: 'accountId' });
  if (statement.to !== data.date) throw new Broken('ClosingOther', { field: 'to' });
  checkPath({ data, salt, path }, signed.day);
  await checkSigned(signed, isSigned);
  const chain = days.map((day) => {
    const read = signedDay.safeParse(day);
    if (!read.success) throw unreadable(['day', ...(read.error.issues[0]?.path ?? [])]);
    return read.data;
  });
  for (const day of chain) await checkSigned(day, isSigned);
  const all = chainOf(chain, signed);
  checkChain(all);
  if (keys && !keys.includes(signed.key)) throw new Broken('OtherKey', { key: signed.key, known: keys.join(' ') });
  return { statement, proof, chainDays: all.length, isKeyKnown: keys !== undefined };
}

function unreadable(path: readonly PropertyKey[]): Broken {
  return new Broken('Unreadable', { field: path.map(String).join('.') });
}

/** Opening, every line, closing: each balance follows from the one before. */
function checkSums({ opening, movements, closing }: Statement): void {
  let cash = BigInt(opening.cash);
  for (const [place, { amount, balance }] of movements.entries()) {
    cash += BigInt(amount);
    if (cash !== BigInt(balance))
      throw new Broken('MovementSum', { line: String(place + 1), stated: balance, computed: cash.toString() });
  }
  if (cash !== BigInt(closing.cash))
    throw new Broken('ClosingSum', { stated: closing.cash, computed: cash.toString() });
}

type Leaf = Pick<BalanceProof, 'data' | 'salt' | 'path'>;

/** What a sub-account counts for in its day's sums. */
export function leafOf(data: Leaf['data'], salt: Uint8Array): SumNode {
  const worth = BigInt(data.cash) + BigInt(data.estimatedProfit);
  return {
    hash: leafHash(salt, canonicalText(data)),
    liability: worth > 0n ? worth : 0n,
    deficit: worth < 0n ? -worth : 0n,
  };
}

function checkPath({ data, salt, path }: Leaf, day: ProofDay): void {
  for (const [place, { liability, deficit }] of path.entries())
    for (const sum of [liability, deficit]) {
      if (sum.startsWith('-')) throw new Broken('NegativeSum', { level: String(place + 1), sum });
      if (BigInt(sum) > LARGEST_SUM) throw new Broken('SumTooLarge', { level: String(place + 1), sum });
    }
  if (data.date !== day.date) throw new Broken('OtherDate', { date: data.date, day: day.date });
  const root = rootFrom(leafOf(data, hexToBytes(salt)), path);
  const hash = bytesToHex(root.hash);
  if (hash !== day.root) throw new Broken('OtherRoot', { computed: hash, stated: day.root });
  if (root.liability !== BigInt(day.liabilities))
    throw new Broken('OtherLiabilities', { computed: root.liability.toString(), stated: day.liabilities });
  if (root.deficit !== BigInt(day.deficits))
    throw new Broken('OtherDeficits', { computed: root.deficit.toString(), stated: day.deficits });
  if (day.accounts < 1 || path.length > levelSizes(day.accounts).length - 1)
    throw new Broken('OtherAccounts', { levels: String(path.length), accounts: String(day.accounts) });
}

async function checkSigned({ day, dayHash, signature, key }: SignedDay, isSignedBy: SignatureCheck): Promise<void> {
  const hash = bytesToHex(dayHashOf(day));
  if (hash !== dayHash) throw new Broken('DayChanged', { date: day.date, computed: hash, stated: dayHash });
  const isSigned = await isSignedBy({
    key: hexToBytes(key),
    message: hexToBytes(dayHash),
    signature: hexToBytes(signature),
  });
  if (isSigned === undefined) throw new Broken('SignatureUnchecked', { date: day.date });
  if (!isSigned) throw new Broken('NotSigned', { date: day.date, key });
}

/** All days by date. A day of the statement's date must be the statement's own. */
function chainOf(days: readonly SignedDay[], own: SignedDay): readonly SignedDay[] {
  const byDate = new Map([[own.day.date, own]]);
  for (const one of days) {
    const known = byDate.get(one.day.date);
    if (one.day.kind !== own.day.kind || one.day.installation !== own.day.installation)
      throw new Broken('OtherDay', { date: one.day.date });
    if (known && known.dayHash !== one.dayHash) throw new Broken('OtherDay', { date: one.day.date });
    byDate.set(one.day.date, known ?? one);
  }
  return [...byDate.values()].sort((one, other) => (one.day.date < other.day.date ? -1 : 1));
}

/** Each day names the one before it, and the key stays the same until a day has announced another. */
function checkChain(days: readonly SignedDay[]): void {
  for (const [place, { day, key }] of days.entries()) {
    const before = days[place - 1];
    if (!before) continue;
    if (day.previousDay !== before.dayHash)
      throw new Broken('ChainBroken', { date: day.date, before: before.day.date });
    if (key !== before.key && key !== before.day.nextKey) throw new Broken('OtherKey', { key, known: before.key });
  }
}
