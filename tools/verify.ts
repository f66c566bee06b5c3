/**
 * `npm run verify -- statement.json [days…] [--key hex]`: checks a statement without the server that wrote it. Days are
 * files of `/proof/{date}.json`. Exit 0, or 1 with the first sentence that does not hold.
 */
import { createPublicKey, verify } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { checkStatement, type Fault, type FaultCode, type SignatureCheck } from '@mua/contract/proof/check-statement';

const SENTENCES: Readonly<Record<FaultCode, string>> = {
  Unreadable: 'This is no statement with a proof: {field} is missing or malformed.',
  MovementSum: 'Line {line} does not follow from the one before: the cash should be {computed}, it says {stated}.',
  ClosingSum: 'Opening and movements add up to {computed}, the closing says {stated}.',
  ClosingOther: 'The statement and the figures that are proved differ in {field}.',
  NegativeSum: 'A sum beside the way to the root is negative at level {level}: {sum}.',
  SumTooLarge: 'A sum beside the way to the root is too large at level {level}: {sum}.',
  OtherDate: 'The figures are of {date}, the signed day is {day}.',
  OtherRoot: 'Figures, salt and path lead to another root than the signed day has: {computed} instead of {stated}.',
  OtherLiabilities: 'The path adds up to {computed} dong owed to all accounts, the signed day says {stated}.',
  OtherDeficits: 'The path adds up to {computed} dong owed by all accounts, the signed day says {stated}.',
  OtherAccounts: 'A path of {levels} levels does not fit a tree of {accounts} accounts.',
  DayChanged: 'The day {date} is not what was hashed: {computed} instead of {stated}.',
  NotSigned: 'The day {date} is not signed by the key {key}.',
  SignatureUnchecked: 'This machine can not check the signature of {date}.',
  OtherKey: 'Signed by {key}, but the key that is known is {known}.',
  OtherDay: 'The day {date} that you gave is another one than the statement has.',
  ChainBroken: 'The day {date} does not follow from {before}: a day between them is missing or was changed.',
};

/** What stands before the 32 bytes of an Ed25519 key in DER. */
const ED25519_HEAD = Buffer.from('302a300506032b6570032100', 'hex');

const isSigned: SignatureCheck = async ({ key, message, signature }) => {
  const der = Buffer.concat([ED25519_HEAD, key]);
  try {
    return verify(null, message, createPublicKey({ key: der, type: 'spki', format: 'der' }), signature);
  } catch {
    return false;
  }
};

function sentenceOf({ code, facts }: Fault): string {
  return SENTENCES[code].replace(/\{(\w+)\}/g, (_, name: string) => facts[name] || 'the file');
}

function fail(sentence: string): never {
  console.error(sentence);
  process.exit(1);
}

function readJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(resolve(process.env.INIT_CWD ?? '.', file), 'utf8'));
  } catch (error) {
    return fail(`${file} can not be read: ${(error as Error).message}`);
  }
}

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { key: { type: 'string', multiple: true } },
});
const [file, ...days] = positionals;
if (file === undefined) fail('Which statement? npm run verify -- statement.json [days…] [--key hex]');
const result = await checkStatement(readJson(file), { isSigned, days: days.map(readJson), keys: values.key });
if (!result.isWhole) fail(sentenceOf(result.fault));

const { statement, proof, chainDays, isKeyKnown } = result.checked;
const { day } = proof;
console.log(`Everything holds: ${statement.accountId}, ${statement.from} to ${statement.to}.`);
console.log(`  ${statement.movements.length} movements add up to ${statement.closing.cash} dong in cash`);
console.log(`  one of ${day.accounts} accounts, which are owed ${day.liabilities} dong and owe ${day.deficits}`);
console.log(`  ${chainDays} of the chain's days, the last signed by ${proof.key}`);
if (!isKeyKnown) console.log('  Compare that key with the one that the broker publishes: --key checks it.');
