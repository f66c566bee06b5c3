import { readVietQr, vietQrText } from '@mua/contract/vietqr/vietqr';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { drawMemo, MEMO_ALPHABET, memosIn } from '#deposits/memo.ts';

test.each([
  ['as it was asked for', 'NAP 7K3M9Q', ['NAP 7K3M9Q']],
  ['without the space', 'NAP7K3M9Q', ['NAP 7K3M9Q']],
  ['in small letters', 'nap 7k3m9q', ['NAP 7K3M9Q']],
  ['between a bank’s words', 'MBVCB.4471.NAP 7K3M9Q.CT tu 0011 toi 0002', ['NAP 7K3M9Q']],
  ['run together with what follows', 'NAP7K3M9QFT26325884', ['NAP 7K3M9Q']],
  ['with other signs in it', 'NAP-7K3.M9Q', ['NAP 7K3M9Q']],
  ['two of them', 'NAP 7K3M9Q NAP 8K3M9Q', ['NAP 7K3M9Q', 'NAP 8K3M9Q']],
  ['the same twice', 'NAP7K3M9Q NAP7K3M9Q', ['NAP 7K3M9Q']],
  ['after another word that begins like it', 'NAPNAP7K3M9Q', ['NAP NAP7K3', 'NAP 7K3M9Q']],
  ['with a character that is in no memo', 'NAP 7K3M0Q', []],
  ['too short', 'NAP 7K3M9', []],
  ['without the word', '7K3M9Q', []],
  ['nothing', '', []],
])('%s', (_what, text, memos) => {
  expect(memosIn(text)).toEqual(memos);
});

const draws = fc.infiniteStream(fc.nat({ max: MEMO_ALPHABET.length - 1 }));

test('whatever is drawn is found again, whatever stands around it, and fits into a code', () => {
  fc.assert(
    fc.property(draws, fc.stringMatching(/^[0-9 .,-]{0,40}$/), (stream, around) => {
      const memo = drawMemo(() => stream.next().value);
      expect(memosIn(`${around}${memo.toLowerCase()}${around}`)).toContain(memo);
      const transfer = { bin: '970436', accountNumber: '000000000001', amountVnd: 1n, memo };
      expect(readVietQr(vietQrText(transfer))).toEqual(transfer);
    }),
  );
});
