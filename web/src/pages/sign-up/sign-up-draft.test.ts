/** What is wrong with a sign-up as it is typed, in the words of its fields, and what of it is sent. */
import { expect, test } from 'vitest';
import {
  EMPTY_DRAFT,
  numberDigits,
  phoneDigits,
  type SignUpDraft,
  signUpFaults,
  signUpSchema,
} from '#pages/sign-up/sign-up-draft.ts';
import { taxDigits } from '#pages/tax-code.ts';

const PERSON: SignUpDraft = {
  ...EMPTY_DRAFT,
  ...{ fullName: 'Nguyễn Văn Mới', email: ' moi@mua.demo ', phone: '0912345678', password: 'Rau#muong7xao' },
};
const COMPANY = { kind: 'BUSINESS', companyName: 'Công ty Mẫu', taxCode: '0100109106' } as const;

test('an empty form names every field that has to be filled, and none that has not', () => {
  expect(signUpFaults(EMPTY_DRAFT)).toEqual({
    fullName: 'fullName',
    email: 'email',
    phone: 'phone',
    password: 'password',
  });
  expect(signUpFaults({ ...EMPTY_DRAFT, kind: 'BUSINESS' })).toMatchObject({
    companyName: 'required',
    taxCode: 'required',
  });
});

test.each([
  [{ email: 'moi@' }, { email: 'emailInvalid' }],
  [{ phone: '0112345678' }, { phone: 'mobileNumber' }],
  [{ phone: '091234567' }, { phone: 'mobileNumber' }],
  [{ password: 'Rau #muong7' }, { password: 'passwordSpaces' }],
  [{ password: 'rau#muong7' }, { password: 'passwordPattern' }],
  [{ number: '12345' }, { number: 'numberDigits' }],
  [{ fullName: 'a\u202eb' }, { fullName: 'words' }],
  [{ ...COMPANY, taxCode: '010010910' }, { taxCode: 'taxDigits' }],
  [{ ...COMPANY, taxCode: '0100109107' }, { taxCode: 'taxCode' }],
  [{ ...COMPANY, taxCode: '0100109106-001' }, {}],
] as const)('%o', (part, faults) => expect(signUpFaults({ ...PERSON, ...part })).toEqual(faults));

test('a person sends no company that was typed before, and nothing that was left empty', () => {
  const { data } = signUpSchema('vi').safeParse({ ...PERSON, companyName: 'Công ty Mẫu', taxCode: '1' });
  expect(data).toEqual({
    ...{ kind: 'PERSONAL', language: 'vi', password: 'Rau#muong7xao' },
    ...{ email: 'moi@mua.demo', phone: '0912345678', fullName: 'Nguyễn Văn Mới' },
  });
});

test('a business sends its company, the number and who brought it', () => {
  const { data } = signUpSchema('en').safeParse({ ...PERSON, ...COMPANY, number: '688688', agentCode: ' mua-01 ' });
  expect(data).toMatchObject({ ...COMPANY, customerCode: '108C688688', agentCode: 'mua-01', language: 'en' });
});

test('digits are what belongs into a number, whatever is typed or pasted', () => {
  expect(phoneDigits('+84 912 345 678')).toBe('0912345678');
  expect(phoneDigits('0912.345.678')).toBe('0912345678');
  expect(numberDigits('108C688688')).toBe('688688');
  expect(numberDigits('108')).toBe('108');
  expect(taxDigits('0100109106001')).toBe('0100109106-001');
});
