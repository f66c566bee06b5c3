import { expect, test } from 'vitest';
import { isSameHolder, printedName } from '#banking/holder-name.ts';

const AN = 'Nguyễn Văn An';

test.each([
  ['NGUYEN VAN AN', true],
  ['nguyễn văn an', true],
  ['Nguyễn Văn An'.normalize('NFD'), true],
  ['  NGUYEN  VAN   AN ', true],
  ['NGUYEN-VAN AN.', true],
  ['AN NGUYEN VAN', true],
  ['ＮＧＵＹＥＮ ＶＡＮ ＡＮ', true],
  ['NGUYEN VAN ANH', false],
  ['NGUYEN VAN', false],
  ['NGUYEN VAN AN AN', false],
  ['NGUYENVANAN', false],
  // Cyrillic А in place of the Latin letter.
  ['NGUYEN V\u0410N AN', false],
  ['TRAN VAN AN', false],
  ['', false],
])('the holder %s of an account of Nguyễn Văn An: %s', (holder, isSame) => {
  expect(isSameHolder(AN, holder)).toBe(isSame);
});

test.each([
  ['Đặng Thị Ưu', 'DANG THI UU', true],
  ['Công ty TNHH Nông sản Mùa Vàng', 'CONG TY TNHH NONG SAN MUA VANG', true],
  ['Công ty CP Đầu tư 1-5', 'CONG TY CP DAU TU 1 5', true],
  ['Công ty CP Đầu tư 1-5', 'CONG TY CP DAU TU', false],
  ['...', '', false],
])('%s and %s: %s', (one, other, isSame) => expect(isSameHolder(one, other)).toBe(isSame));

test('a name as banks print it', () => expect(printedName('Đỗ  Thị Hồng-Nhung')).toBe('DO THI HONG NHUNG'));
