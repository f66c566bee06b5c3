import { describe, expect, test } from 'vitest';
import type { RegistrationFields } from '#entities/registration.ts';
import { ageOn, faultOf, isTaxCode, registrationFaults } from '#registration-rules.ts';

const TODAY = '2026-11-24';

const WHOLE: RegistrationFields = {
  documentType: 'CITIZEN_CARD',
  frontImageId: 'a',
  backImageId: 'b',
  fullName: 'Nguyễn Thị Mẫu',
  dateOfBirth: '1999-01-15',
  sex: 'F',
  nationality: 'VNM',
  idNumber: '001199012345',
  issueDate: '2021-05-10',
  issuePlace: 'Cục Cảnh sát QLHC về TTXH',
  permanentAddress: 'Số 12, ngõ 34, Đông Anh, Hà Nội',
  provinceId: '01',
  wardId: '00004',
  street: 'Số 12',
};

describe('an application', () => {
  test('a whole one has no fault', () => expect(registrationFaults('PERSONAL', WHOLE, TODAY)).toEqual([]));

  test('an empty one lacks everything that its steps ask for', () => {
    const faults = registrationFaults('BUSINESS', {}, TODAY);
    expect(new Set(faults.map(({ fault }) => fault))).toEqual(new Set(['REQUIRED']));
    expect(new Set(faults.map(({ step }) => step))).toEqual(
      new Set(['COMPANY', 'DOCUMENT', 'PICTURES', 'DETAILS', 'ADDRESS']),
    );
  });

  test('a passport is one picture, an old address has a district', () => {
    const fields = { ...WHOLE, documentType: 'PASSPORT' as const, addressScheme: 'before' as const };
    expect(registrationFaults('PERSONAL', fields, TODAY).map(({ field }) => field)).toEqual([
      'passportImageId',
      'districtId',
    ]);
  });

  test.each([
    ['dateOfBirth', '2008-11-24', null],
    ['dateOfBirth', '2008-11-25', 'TOO_YOUNG'],
    ['dateOfBirth', '2027-01-01', 'IN_FUTURE'],
    ['dateOfBirth', '1999-02-29', 'FORMAT'],
    ['issueDate', '2026-11-25', 'IN_FUTURE'],
    ['issueDate', '1999-01-14', 'BEFORE_BIRTH'],
    ['issueDate', '1999-01-15', null],
    ['nationality', 'nowhere', 'FORMAT'],
    ['expiryDate', '2026-11-23', 'EXPIRED'],
    ['expiryDate', '2026-11-24', null],
    ['expiryDate', '', null],
    ['idNumber', '00119901234', 'FORMAT'],
    ['taxCode', '0100233488', null],
    ['taxCode', '0100233489', 'CHECKSUM'],
    ['licenceNumber', '60999999', 'FORMAT'],
    ['street', ' ', 'REQUIRED'],
  ] as const)('%s %s: %s', (field, value, fault) =>
    expect(faultOf(field, { ...WHOLE, [field]: value }, TODAY)).toBe(fault),
  );
});

// Tax codes of public companies, as their invoices print them.
test.each(['0100233488', '0314409058', '0100112437'])('%s carries its check digit', (code) =>
  expect(isTaxCode(code)).toBe(true),
);

test('a birthday counts on its day', () => {
  expect(ageOn('2000-11-24', TODAY)).toBe(26);
  expect(ageOn('2000-11-25', TODAY)).toBe(25);
});
