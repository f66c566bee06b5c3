import { expect, test } from 'vitest';
import { defaultContract } from '#market/default-contract.ts';

const contract = (code: string, volume: number, left = 30) => ({
  ...{ code, volume, group: 'grain' as const },
  sessionsLeft: { long: left, short: left + 10 },
});
const CONTRACTS = [contract('ZCEZ26', 900, 3), contract('ZCEH27', 500), contract('ZCEK27', 100)];

test('the busiest that may be opened, where none was looked at', () =>
  expect(defaultContract(CONTRACTS, { code: null, isOfBefore: true })?.code).toBe('ZCEH27'));

test('one of an earlier visit is kept until it nears its close-out', () => {
  expect(defaultContract(CONTRACTS, { code: 'ZCEK27', isOfBefore: true })?.code).toBe('ZCEK27');
  expect(defaultContract(CONTRACTS, { code: 'ZCEZ26', isOfBefore: true })?.code).toBe('ZCEH27');
});

test('what was chosen in this visit stays', () =>
  expect(defaultContract(CONTRACTS, { code: 'ZCEZ26', isOfBefore: false })?.code).toBe('ZCEZ26'));
