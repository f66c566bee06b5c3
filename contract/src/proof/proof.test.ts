/**
 * The proof against a checker that was written from the format alone, and against forgers: one dong, one line, one day,
 * an account left out, a negative sum, another salt, another key.
 */
import { createHash, createPublicKey, generateKeyPairSync, type KeyObject, sign, verify } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { BalanceProof, ClosingData, ProofDay, SignedDay } from '#entities/proof.ts';
import type { StatementFile } from '#entities/statement.ts';
import { canonicalText } from '#proof/canonical.ts';
import { type Beside, checkStatement, leafOf, type SignatureCheck } from '#proof/check-statement.ts';
import { bytesToHex, dayHashOf, hexToBytes, parentOf, type SumNode } from '#proof/hashes.ts';
import { type PathStep, pathOf, rootFrom, rootOf, sumTree } from '#proof/sum-tree.ts';

const h = (...parts: Buffer[]): Buffer => createHash('sha256').update(Buffer.concat(parts)).digest();
const u128 = (sum: bigint): Buffer => Buffer.from(sum.toString(16).padStart(32, '0'), 'hex');

/** Recursive, by halves of a list that is padded with nothing: as somebody would write it from the format. */
function naiveRoot(nodes: readonly { hash: Buffer; l: bigint; d: bigint }[]): { hash: Buffer; l: bigint; d: bigint } {
  const [first, second] = nodes;
  if (!first) return { hash: h(Buffer.from([0])), l: 0n, d: 0n };
  if (!second) return first;
  let half = 1;
  while (half * 2 < nodes.length) half *= 2;
  const [left, right] = [naiveRoot(nodes.slice(0, half)), naiveRoot(nodes.slice(half))];
  return {
    hash: h(Buffer.from([1]), left.hash, u128(left.l), u128(left.d), right.hash, u128(right.l), u128(right.d)),
    l: left.l + right.l,
    d: left.d + right.d,
  };
}

function naiveCanonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(naiveCanonical).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const sorted = Object.entries(value).sort(([one], [other]) => Buffer.compare(Buffer.from(one), Buffer.from(other)));
  return `{${sorted.map(([key, field]) => `${JSON.stringify(key)}:${naiveCanonical(field)}`).join(',')}}`;
}

const KEYS = generateKeyPairSync('ed25519');
const publicHex = (key: KeyObject): string => {
  const open = key.type === 'private' ? createPublicKey(key) : key;
  return open.export({ type: 'spki', format: 'der' }).subarray(-32).toString('hex');
};

const isSigned: SignatureCheck = async ({ key, message, signature }) => {
  const der = Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), key]);
  return verify(null, message, createPublicKey({ key: der, type: 'spki', format: 'der' }), signature);
};
const check = (file: unknown, beside: Omit<Beside, 'isSigned'> = {}) => checkStatement(file, { isSigned, ...beside });

const saltOf = (name: string): string => createHash('sha256').update(name).digest('hex').slice(0, 32);

function closing(accountId: string, cash: bigint, estimated = 0n, date = '2026-11-20'): ClosingData {
  const positions = [{ contractCode: 'ZCEZ26', lots: -2, averageTicks: '1804.2500', settlementTicks: 1800 }];
  const sums = { cash: cash.toString(), estimatedProfit: estimated.toString(), heldWithdrawals: '0', required: '0' };
  return { accountId, date, positions, ...sums };
}

function signDay(day: ProofDay, privateKey = KEYS.privateKey): SignedDay {
  const dayHash = bytesToHex(dayHashOf(day));
  const signature = sign(null, hexToBytes(dayHash), privateKey).toString('hex');
  return { day, dayHash, signature, key: publicHex(privateKey) };
}

interface Leafed {
  readonly data: ClosingData;
  readonly salt: string;
  readonly node: SumNode;
}

const NO_DAY = '0'.repeat(64);

function growDay(closings: readonly ClosingData[], previousDay = NO_DAY, date = '2026-11-20') {
  const leaves = closings
    .map((data): Leafed & { place: string } => {
      const salt = saltOf(`${data.accountId} ${date}`);
      return { data, salt, node: leafOf(data, hexToBytes(salt)), place: h(Buffer.from(salt, 'hex')).toString('hex') };
    })
    .sort((one, other) => (one.place < other.place ? -1 : 1));
  const tree = sumTree(leaves.map(({ node }) => node));
  const root = rootOf(tree);
  const day: ProofDay = {
    ...{ accounts: leaves.length, date, installation: 'test', kind: 'demo', lastSeq: 7, previousDay },
    ...{ deficits: root.deficit.toString(), liabilities: root.liability.toString(), root: bytesToHex(root.hash) },
    ...{ house: { fees: '350000' }, rates: { USD: '26100.0000' } },
    ...{ journalHash: saltOf('batch').repeat(2), settlements: saltOf('prices').repeat(2) },
  };
  const signed = signDay(day);
  const proofOf = (accountId: string): BalanceProof => {
    const place = leaves.findIndex(({ data }) => data.accountId === accountId);
    const leaf = leaves[place];
    if (!leaf) throw new Error(`no leaf of ${accountId}`);
    return { ...signed, data: leaf.data, salt: leaf.salt, path: [...pathOf(tree, place)] };
  };
  return { signed, tree, leaves, proofOf };
}

const PEOPLE = [closing('an', 990_000n, 12_000n), closing('binh', 500_000n), closing('chi', 3_000n, -5_000n)];
const TODAY = growDay([...PEOPLE, closing('dung', 7n), closing('em', 0n)]);

function fileOf(proof: BalanceProof): StatementFile {
  const line = { accountId: 'an', timestamp: '2026-11-20T03:00:00.000Z', note: '', fill: null };
  const { data } = proof;
  return {
    statement: {
      ...{ accountId: 'an', kind: 'demo', from: '2026-11-20', to: '2026-11-20', opening: { cash: '0' } },
      movements: [
        { transactionId: '1-0', type: 'DEPOSIT', amount: '1000000', balance: '1000000', ...line },
        { transactionId: '2-0', type: 'TRANSACTION_FEE', amount: '-10000', balance: '990000', ...line },
      ],
      ...{ closing: data, orders: [], fills: [], closedTrades: [], positions: [], rates: [] },
      margin: { equity: '1002000', required: '0', available: '1002000', ratio: null },
    },
    proof,
  };
}

const WHOLE = fileOf(TODAY.proofOf('an'));

/** What a forger does to a copy of the statement. */
async function faultOf(
  forge: (file: { statement: Any; proof: Any }) => void,
  beside: Omit<Beside, 'isSigned'> = {},
): Promise<string> {
  const forged = JSON.parse(JSON.stringify(WHOLE)) as { statement: Any; proof: Any };
  forge(forged);
  const result = await check(forged, beside);
  return result.isWhole ? 'whole' : result.fault.code;
}
// biome-ignore lint/suspicious/noExplicitAny: a forger writes whatever he likes.
type Any = any;

test('a whole statement is whole, also beside its days and the key that everybody knows', async () => {
  const tomorrow = growDay(PEOPLE, TODAY.signed.dayHash, '2026-11-21').signed;
  const beside = { days: [tomorrow, TODAY.signed], keys: [publicHex(KEYS.publicKey)] };
  const result = await check(WHOLE, beside);
  expect(result).toMatchObject({ isWhole: true, checked: { chainDays: 2, isKeyKnown: true } });
  expect(await check(JSON.parse(JSON.stringify(WHOLE)))).toMatchObject({ isWhole: true });
});

test.each<[string, string, (file: { statement: Any; proof: Any }) => void]>([
  ['one dong in a line', 'MovementSum', ({ statement }) => Object.assign(statement.movements[1], { amount: '-9999' })],
  ['a line less', 'MovementSum', ({ statement }) => statement.movements.shift()],
  ['the last line less', 'ClosingSum', ({ statement }) => statement.movements.pop()],
  ['one dong at the end', 'ClosingSum', ({ statement }) => Object.assign(statement.closing, { cash: '990001' })],
  ['another profit', 'ClosingOther', ({ statement }) => Object.assign(statement.closing, { estimatedProfit: '9' })],
  ['another account', 'ClosingOther', ({ statement }) => Object.assign(statement, { accountId: 'binh' })],
  [
    'one dong at the end, in line and leaf too',
    'OtherRoot',
    ({ statement, proof }) => {
      Object.assign(statement.movements[1], { amount: '-9999', balance: '990001' });
      statement.closing.cash = proof.data.cash = '990001';
    },
  ],
  ['another salt', 'OtherRoot', ({ proof }) => Object.assign(proof, { salt: saltOf('an 2026-11-21') })],
  ['a side changed', 'OtherRoot', ({ proof }) => flip(proof.path[0])],
  ['a step left out', 'OtherRoot', ({ proof }) => proof.path.pop()],
  ['a negative sum', 'NegativeSum', ({ proof }) => Object.assign(proof.path[0], { liability: '-1' })],
  ['too large a sum', 'SumTooLarge', ({ proof }) => Object.assign(proof.path[0], { deficit: `${2n ** 127n + 1n}` })],
  ['less owed', 'OtherLiabilities', ({ proof }) => Object.assign(proof.day, { liabilities: '1' })],
  ['more owed to the broker', 'OtherDeficits', ({ proof }) => Object.assign(proof.day, { deficits: '1' })],
  ['fewer accounts', 'OtherAccounts', ({ proof }) => Object.assign(proof.day, { accounts: 2 })],
  ['other rates', 'DayChanged', ({ proof }) => Object.assign(proof.day.rates, { USD: '26000.0000' })],
  ['another signature', 'NotSigned', ({ proof }) => Object.assign(proof, { signature: 'a'.repeat(128) })],
  ['another key', 'NotSigned', ({ proof }) => Object.assign(proof, { key: publicHex(generateKey()) })],
  ['not a number', 'Unreadable', ({ statement }) => Object.assign(statement.closing, { cash: '1e6' })],
])('%s: %s', async (_what, code, forge) => {
  expect(await faultOf(forge)).toBe(code);
});

const flip = (step: { side: string }): void => void Object.assign(step, { side: step.side === 'L' ? 'R' : 'L' });
const generateKey = (): KeyObject => generateKeyPairSync('ed25519').publicKey;

test('a day signed again with a key of the forger is seen by the days or the key that others have', async () => {
  const { privateKey } = generateKeyPairSync('ed25519');
  const forge = ({ proof }: { proof: Any }): void =>
    void Object.assign(proof, signDay({ ...proof.day, lastSeq: 8 }, privateKey));
  expect(await faultOf(forge)).toBe('whole');
  expect(await faultOf(forge, { keys: [publicHex(KEYS.publicKey)] })).toBe('OtherKey');
  expect(await faultOf(forge, { days: [TODAY.signed] })).toBe('OtherDay');
  const tomorrow = growDay(PEOPLE, TODAY.signed.dayHash, '2026-11-21').signed;
  expect(await faultOf(forge, { days: [tomorrow] })).toBe('ChainBroken');
});

test('a day in the chain that is another one, or is left out, is seen', async () => {
  const second = growDay(PEOPLE, TODAY.signed.dayHash, '2026-11-21').signed;
  const third = growDay(PEOPLE, second.dayHash, '2026-11-22').signed;
  expect(await check(WHOLE, { days: [second, third] })).toMatchObject({ isWhole: true, checked: { chainDays: 3 } });
  expect(await faultOf(() => {}, { days: [third] })).toBe('ChainBroken');
  const other = growDay(PEOPLE, saltOf('x').repeat(2), '2026-11-21').signed;
  expect(await faultOf(() => {}, { days: [other] })).toBe('ChainBroken');
});

test('a new key follows the old one where a day announced it', async () => {
  const next = generateKeyPairSync('ed25519');
  const announced = signDay({
    ...growDay(PEOPLE, TODAY.signed.dayHash, '2026-11-21').signed.day,
    nextKey: publicHex(next.publicKey),
  });
  const { day } = growDay(PEOPLE, announced.dayHash, '2026-11-22').signed;
  expect(await faultOf(() => {}, { days: [announced, signDay(day, next.privateKey)] })).toBe('whole');
  expect(await faultOf(() => {}, { days: [announced, signDay(day)] })).toBe('whole');
  const stranger = generateKeyPairSync('ed25519').privateKey;
  expect(await faultOf(() => {}, { days: [announced, signDay(day, stranger)] })).toBe('OtherKey');
});

test('whoever is left out of the tree has no way to its root', async () => {
  const without = growDay(PEOPLE.slice(1)).signed;
  const forge = ({ proof }: { proof: Any }): void => void Object.assign(proof, without);
  expect(await faultOf(forge)).toBe('OtherRoot');
});

const people = fc.array(
  fc.tuple(fc.bigInt({ min: 0n, max: 10n ** 15n }), fc.bigInt({ min: -(10n ** 15n), max: 10n ** 15n })),
  {
    maxLength: 40,
  },
);

test('the tree is the one of the naive checker, and every path leads to its root', () => {
  fc.assert(
    fc.property(people, (sums) => {
      const { tree, leaves, signed } = growDay(sums.map(([cash, profit], place) => closing(`a${place}`, cash, profit)));
      const naive = naiveRoot(
        leaves.map(({ data, salt }) => {
          const worth = BigInt(data.cash) + BigInt(data.estimatedProfit);
          const hash = h(Buffer.from([0]), Buffer.from(salt, 'hex'), Buffer.from(naiveCanonical(data)));
          return { hash, l: worth > 0n ? worth : 0n, d: worth < 0n ? -worth : 0n };
        }),
      );
      const { day } = signed;
      expect([day.root, day.liabilities, day.deficits]).toEqual([
        naive.hash.toString('hex'),
        `${naive.l}`,
        `${naive.d}`,
      ]);
      expect(signed.dayHash).toBe(h(Buffer.from([2]), Buffer.from(naiveCanonical(day))).toString('hex'));
      for (const [place, { node }] of leaves.entries())
        expect(rootFrom(node, pathOf(tree, place))).toEqual(rootOf(tree));
    }),
    { numRuns: 60 },
  );
});

test('a canonical text is the naive one, whatever the keys', () => {
  const value = fc.letrec((tie) => ({
    any: fc.oneof(
      { depthSize: 'small' },
      ...[fc.string({ unit: 'grapheme' }), fc.maxSafeInteger().map((n) => n + 0), fc.boolean(), fc.constant(null)],
      fc.array(tie('any')),
      fc.dictionary(fc.string({ unit: 'grapheme' }), tie('any'), { noNullPrototype: true }),
    ),
  })).any;
  fc.assert(
    fc.property(value, (any) => {
      expect(canonicalText(any as never)).toBe(naiveCanonical(any));
    }),
  );
  expect(() => canonicalText(0.5)).toThrow('canonical');
});

test('a node does not pass for a leaf: their hashes begin with another byte', () => {
  const [one, other] = [
    leafOf(closing('an', 1n), hexToBytes(saltOf('1'))),
    leafOf(closing('binh', 2n), hexToBytes(saltOf('2'))),
  ];
  const path: readonly PathStep[] = pathOf(sumTree([one, other]), 0);
  expect(rootFrom(one, path)).toEqual(parentOf(one, other));
  expect(parentOf(one, other).hash).not.toEqual(parentOf(other, one).hash);
});
