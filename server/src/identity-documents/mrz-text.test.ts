import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseCardQr } from '#identity-documents/card-qr.ts';
import { readIdNumber } from '#identity-documents/id-number.ts';
import { checkDigit, parseCardMrz, parsePassportMrz } from '#identity-documents/mrz-text.ts';

const TODAY = '2026-11-24';
const CARD = ['IDVNM1990123456001199012345<<7', '9901155F3901153VNM<<<<<<<<<<<4', 'NGUYEN<<THI<MAU<<<<<<<<<<<<<<<'];

// The specimen in ICAO 9303, part 4.
const PASSPORT = ['P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<', 'L898902C36UTO7408122F1204159ZE184226B<<<<<10'];

test('the three lines of a card give number, birth, sex, expiry and name', () => {
  const read = JSON.stringify(parseCardMrz(CARD.join('\n'), TODAY));
  for (const value of ['001199012345', '1999-01-15', '2039-01-15', 'F']) expect(read).toContain(value);
});

test('a card with a digit that fails its check digit is rejected', () => {
  const changed = CARD.join('\n').replace('9901155F', '9901165F');
  expect(JSON.stringify(parseCardMrz(changed, TODAY) ?? {})).not.toContain('1999-01-16');
});

test('the two lines of a passport are read', () => {
  const read = JSON.stringify(parsePassportMrz(PASSPORT.join('\n'), TODAY));
  for (const value of ['L898902C3', '1974-08-12', '2012-04-15']) expect(read).toContain(value);
});

test('check digits use the weights 7, 3 and 1', () =>
  expect([checkDigit('520727'), checkDigit('AB2134<<<')]).toEqual(['3', '5']));

test('no text makes a parser throw', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 200 }), (text) => {
      parseCardMrz(text, TODAY);
      parsePassportMrz(text, TODAY);
      parseCardQr(text);
      readIdNumber(text);
    }),
  );
});

test('the QR text of a card has seven parts, or six without an old number', () => {
  const whole = '001199012345|012345678|Nguyễn Thị Mẫu|15011999|Nữ|Số 12, Đông Anh, Hà Nội|10052021';
  const expected = { idNumber: '001199012345', fullName: 'Nguyễn Thị Mẫu', dateOfBirth: '1999-01-15', sex: 'F' };
  expect(parseCardQr(whole)).toMatchObject({ ...expected, issueDate: '2021-05-10' });
  expect(parseCardQr(whole.replace('|012345678', ''))).toMatchObject(expected);
  expect(parseCardQr('https://mua.demo')).toBeUndefined();
});

test('twelve digits give sex and year of birth', () =>
  expect(JSON.stringify(readIdNumber('001199012345'))).toMatch(/1999/));
