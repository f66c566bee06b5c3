/** What is kept of several readings of one document. Texts are as recognisers left them. */
import { expect, test } from 'vitest';
import { combineEvidence } from '#identity-documents/combine-evidence.ts';

const TODAY = '2026-11-24';
/** ICAO's specimen with a name and a country of ours: digits over the name there are none. */
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

test('a printed name that lost a gap takes it from the zone, and keeps its accents', () => {
  expect(passport('Họ và tên / Full name\nLÊ KIMLỘC').fullName?.value).toBe('LÊ KIM LỘC');
});

test('a day behind another label is not the day that is looked for', () => {
  const fields = passport('Ngày cấp / Date of issue: \nDate of expiry: 28/10/2025');
  expect(fields.issueDate).toBeUndefined();
});

test('nothing was issued on a day that is to come', () => {
  expect(passport('Ngày cấp / Date of issue: 28/10/2037').issueDate).toBeUndefined();
  expect(passport('Ngày cấp / Date of issue: 28/10/2023').issueDate?.value).toBe('2023-10-28');
});
