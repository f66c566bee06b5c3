/**
 * Against published samples: NAPAS, "QR format for IBFT" v1.5.2, the examples of a static and a dynamic code to an
 * account; the README of github.com/subiz/vietqr; the README of the npm package vietqr, whose sums are its examples'.
 */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checksumOf, readVietQr, type Transfer, vietQrText } from '#vietqr/vietqr.ts';

const NAPAS_ACCOUNT = { bin: '970403', accountNumber: '0011012345678' };

const SAMPLES: readonly { readonly from: string; readonly text: string; readonly transfer: Transfer }[] = [
  {
    from: 'NAPAS, static',
    text: '00020101021138570010A00000072701270006970403011300110123456780208QRIBFTTA53037045802VN63049E6F',
    transfer: { ...NAPAS_ACCOUNT, amountVnd: null, memo: '' },
  },
  {
    from: 'subiz/vietqr',
    text: '00020101021238570010A00000072701270006970415011300110019324180208QRIBFTTA530370454061200005802VN62170813ung ho lu lut6304C15C',
    transfer: { bin: '970415', accountNumber: '0011001932418', amountVnd: 120_000n, memo: 'ung ho lu lut' },
  },
  {
    from: 'npm vietqr',
    text: '00020101021238570010A00000072701270006970403011300110123456780208QRIBFTTA530370454061800005802VN62230819thanh toan don hang63045FAB',
    transfer: { ...NAPAS_ACCOUNT, amountVnd: 180_000n, memo: 'thanh toan don hang' },
  },
];

/** With a bill number beside the memo, which no code of ours has. */
const NAPAS_DYNAMIC =
  '00020101021238570010A00000072701270006970403011300110123456780208QRIBFTTA530370454061800005802VN62340107NPS68690819thanh toan don hang63042E2E';

describe('published codes', () => {
  test.each(SAMPLES)('$from is written to the letter and read back', ({ text, transfer }) => {
    expect(vietQrText(transfer)).toBe(text);
    expect(readVietQr(text)).toEqual(transfer);
  });

  test('one with a bill number is read', () => {
    expect(readVietQr(NAPAS_DYNAMIC)).toEqual({
      ...NAPAS_ACCOUNT,
      amountVnd: 180_000n,
      memo: 'thanh toan don hang',
    });
  });

  test('the checksum is CRC-16/CCITT-FALSE, whose check value is 29B1', () => {
    expect(checksumOf('123456789')).toBe('29B1');
    expect(checksumOf(NAPAS_DYNAMIC.slice(0, -4))).toBe('2E2E');
  });
});

const transfers: fc.Arbitrary<Transfer> = fc.record({
  bin: fc.stringMatching(/^\d{6}$/),
  accountNumber: fc.stringMatching(/^[A-Za-z0-9]{1,19}$/),
  amountVnd: fc.option(fc.bigInt({ min: 1n, max: 9_999_999_999_999n })),
  memo: fc.stringMatching(/^[ -~]{0,25}$/),
});

test('whatever is written is read as it was', () => {
  fc.assert(
    fc.property(transfers, (transfer) => {
      expect(readVietQr(vietQrText(transfer))).toEqual(transfer);
    }),
  );
});

test('a code of which one character is another is read by nobody', () => {
  fc.assert(
    fc.property(transfers, fc.nat(), fc.constantFrom('0', '7', 'A', 'z', ' '), (transfer, place, other) => {
      const text = vietQrText(transfer);
      const at = place % text.length;
      fc.pre(text[at] !== other);
      expect(readVietQr(text.slice(0, at) + other + text.slice(at + 1))).toBeNull();
    }),
  );
});

/** With the right checksum, so that only the fault itself is met. */
const sealed = (text: string): string => text + checksumOf(text);
const WHOLE = NAPAS_DYNAMIC.slice(0, -4);

test.each([
  ['nothing', ''],
  ['no code', 'hello'],
  ['another network', sealed(WHOLE.replace('A000000727', 'A000000728'))],
  ['a transfer to a card', sealed(WHOLE.replace('QRIBFTTA', 'QRIBFTTC'))],
  ['dollars', sealed(WHOLE.replace('5303704', '5303840'))],
  ['a sum with cents', sealed(WHOLE.replace('5406180000', '5406180.50'))],
  ['a length that lies', sealed(WHOLE.replace('0819thanh', '0899thanh'))],
  ['a memo in Vietnamese', sealed(WHOLE.replace('thanh toan', 'thanh toán'))],
  ['a field twice', sealed(WHOLE.replace('5802VN', '5802VN5802VN'))],
])('%s is no code', (_what, text) => {
  expect(readVietQr(text)).toBeNull();
});

test.each([
  ['a bank', { bin: '97040' }],
  ['an account', { accountNumber: '0011 0123' }],
  ['a memo', { memo: 'nạp tiền' }],
  ['a sum', { amountVnd: 0n }],
])('%s that no code can hold is a bug', (_what, wrong) => {
  expect(() => vietQrText({ ...NAPAS_ACCOUNT, amountVnd: 1n, memo: '', ...wrong })).toThrow();
});
