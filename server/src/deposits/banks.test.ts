import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { vietQrText } from '@mua/contract/vietqr/vietqr';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readDepositBanks } from '#deposits/banks.ts';
import { ConfigError } from '#ground/config.ts';

const BANK = {
  ...{ bankId: 'vietcombank', name: 'Vietcombank', branch: 'CN Hà Nội', bin: '970436' },
  ...{ accountNumber: '0011001234567', holder: 'CONG TY CO PHAN MUA' },
};

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'mua-banks-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

function read(content: string) {
  const banksFile = join(folder, 'banks.json');
  writeFileSync(banksFile, content);
  return readDepositBanks({ banksFile, mode: 'live' });
}

test('a demo has three of its own, whose codes can be written; a live installation has none', () => {
  const banks = readDepositBanks({ banksFile: undefined, mode: 'demo' });
  expect(banks.map(({ bankId }) => bankId)).toEqual(['vietcombank', 'bidv', 'vietinbank']);
  for (const { bin, accountNumber } of banks)
    expect(vietQrText({ bin, accountNumber, amountVnd: 1n, memo: 'NAP 7K3M9Q' })).toContain(accountNumber);
  expect(readDepositBanks({ banksFile: undefined, mode: 'live' })).toEqual([]);
});

test('the file’s banks are taken', () => {
  expect(read(JSON.stringify({ banks: [BANK] }))).toEqual([BANK]);
});

test.each([
  ['no JSON', '{', 'is not JSON'],
  ['no bank', '{"banks":[]}', 'banks'],
  ['a bank without a number', JSON.stringify({ banks: [{ ...BANK, bin: '97' }] }), 'banks.0.bin'],
  ['a field that nobody knows', JSON.stringify({ banks: [{ ...BANK, iban: 'x' }] }), 'banks.0'],
  ['a bank twice', JSON.stringify({ banks: [BANK, BANK] }), 'two banks have the same bankId'],
])('%s is refused with what is wrong', (_what, content, said) => {
  expect(() => read(content)).toThrow(ConfigError);
  expect(() => read(content)).toThrow(said);
});

test('a file that is not there is refused', () => {
  expect(() => readDepositBanks({ banksFile: join(folder, 'nope.json'), mode: 'live' })).toThrow('ENOENT');
});
