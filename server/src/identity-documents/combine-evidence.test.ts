/** Checks what is kept when a document is read several times. The texts are real recogniser output. */
import { expect, test } from 'vitest';
import { combineEvidence } from '#identity-documents/combine-evidence.ts';

const TODAY = '2026-11-24';
/** ICAO's specimen with another name and a Vietnamese country code, without check digits over the name. */
const ZONE = ['P<VNMLE<<KIM<LOC<<<<<<<<<<<<<<<<<<<<<<<<<<<<', 'L898902C36VNM7408122F1204159ZE184226B<<<<<10'].join(
  '\n',
);

function passport(print: string) {
  return combineEvidence(
    'PASSPORT',
    [
      { source: 'MRZ', text: ZONE, confidence: 0.9 },
      { source: 'TEXT', text: print, confidence: 0.8 },
    ],
    TODAY,
  ).fields;
}

test('a printed name that lost a space takes it from the MRZ and keeps its accents', () => {
  expect(passport('Họ và tên / Full name\nLÊ KIMLỘC').fullName?.value).toBe('LÊ KIM LỘC');
});

test('a date behind another label is not taken for the date in question', () => {
  const fields = passport('Ngày cấp / Date of issue: \nDate of expiry: 28/10/2025');
  expect(fields.issueDate).toBeUndefined();
});

test('a date of issue in the future is discarded', () => {
  expect(passport('Ngày cấp / Date of issue: 28/10/2037').issueDate).toBeUndefined();
  expect(passport('Ngày cấp / Date of issue: 28/10/2023').issueDate?.value).toBe('2023-10-28');
});
