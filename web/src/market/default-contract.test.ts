import { expect, test } from 'vitest';
import { defaultContract } from '#market/default-contract.ts';

const contract = (code: string, volume: number, left = 30) => ({
  ...{ code, volume, group: 'grain' as const },
  sessionsLeft: { long: left, short: left + 10 },
});
const CONTRACTS = [contract('ZCEZ26', 900, 3), contract('ZCEH27', 500), contract('ZCEK27', 100)];

test('picks the busiest contract that may be opened when none was viewed', () =>
  expect(defaultContract(CONTRACTS, { code: null, isOfBefore: true })?.code).toBe('ZCEH27'));

test('keeps the contract of an earlier visit until it nears its close-out', () => {
  expect(defaultContract(CONTRACTS, { code: 'ZCEK27', isOfBefore: true })?.code).toBe('ZCEK27');
  expect(defaultContract(CONTRACTS, { code: 'ZCEZ26', isOfBefore: true })?.code).toBe('ZCEH27');
});

test('keeps the contract chosen in this visit', () =>
  expect(defaultContract(CONTRACTS, { code: 'ZCEZ26', isOfBefore: false })?.code).toBe('ZCEZ26'));
