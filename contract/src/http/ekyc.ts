/** The identity check (docs/rules/people.md#identity-check): pictures, what is read from them, the record of it. */
import { z } from 'zod';
import { documentReading, ekycRecord, picture, registrationFields } from '#entities/registration.ts';
import { defineRoute } from '#route.ts';
import { opaqueId } from '#wire.ts';

export const readEkyc = defineRoute({
  method: 'GET',
  path: '/investor/ekyc/{investorCode}',
  access: 'investor',
  purpose: 'Reads the identity record of the acting investor.',
  params: z.strictObject({ investorCode: opaqueId }),
  replies: { 200: ekycRecord },
  errors: ['EkycRecordNotFound'],
});

const record = {
  method: 'POST',
  access: 'investor',
  replies: { 200: ekycRecord },
  errors: ['EkycRecordNotFound', 'EkycApproved', 'RegistrationUnderReview', 'FileNotFound'],
} as const;
const whole = z.strictObject(registrationFields.shape);
const recordParams = z.strictObject({ id: opaqueId });

export const createPersonalEkyc = defineRoute({
  ...record,
  path: '/investor/ekyc/personal',
  purpose: 'Writes all fields of a person’s application at once.',
  body: whole.meta({ id: 'PersonalEkycRequest' }),
});
export const updatePersonalEkyc = defineRoute({
  ...record,
  path: '/investor/ekyc/personal/{id}',
  purpose: 'Changes fields of a person’s application before it is approved.',
  params: recordParams,
  body: whole.meta({ id: 'PersonalEkycUpdate' }),
});
export const createEnterpriseEkyc = defineRoute({
  ...record,
  path: '/investor/ekyc/enterprise',
  purpose: 'Writes all fields of a business’s application at once.',
  body: whole.meta({ id: 'EnterpriseEkycRequest' }),
});
export const updateEnterpriseEkyc = defineRoute({
  ...record,
  path: '/investor/ekyc/enterprise/{id}',
  purpose: 'Changes fields of a business’s application before it is approved.',
  params: recordParams,
  body: whole.meta({ id: 'EnterpriseEkycUpdate' }),
});

export const uploadEkycImage = defineRoute({
  method: 'POST',
  path: '/investor/ekyc/images',
  access: 'investor',
  purpose:
    'Keeps a picture of a document: checked, re-encoded, encrypted; one of its kind that was not named is replaced.',
  upload: true,
  replies: { 201: picture },
  errors: ['InvalidType', 'maxSizeFileUpload', 'EkycRecordNotFound', 'EkycApproved', 'RegistrationUnderReview'],
});

export const readEkycImage = defineRoute({
  method: 'GET',
  path: '/investor/ekyc/images/{imageId}',
  access: 'investor',
  audit: 'before-reply',
  purpose: 'Shows the acting investor a picture of theirs; every look is audited.',
  params: z.strictObject({ imageId: opaqueId }),
  content: 'image/jpeg',
  replies: {},
  errors: ['FileNotFound'],
});

const reading = {
  method: 'POST',
  access: 'investor',
  replies: { 200: documentReading },
  errors: ['EkycRecordNotFound', 'FileNotFound', 'EkycApproved', 'RegistrationUnderReview'],
} as const;

export const verifyIdCard = defineRoute({
  ...reading,
  path: '/investor/ekyc/verify/id-card',
  purpose: 'Reads a citizen card from its two sides: QR, machine-readable lines, then print.',
  body: z.strictObject({ frontImageId: opaqueId, backImageId: opaqueId }).meta({ id: 'VerifyIdCardRequest' }),
});

export const verifyPassport = defineRoute({
  ...reading,
  path: '/investor/ekyc/verify/passport',
  purpose: 'Reads a passport from the page with the picture.',
  body: z.strictObject({ imageId: opaqueId }).meta({ id: 'VerifyPassportRequest' }),
});
