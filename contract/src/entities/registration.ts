/**
 * A stranger's way to becoming a customer (docs/rules/people.md#registration): the sign-up session, the application with
 * its steps, and what is said about them. Fields hold what was typed, half filled too; `registration-rules.ts` says what
 * is missing or wrong in them.
 */
import { z } from 'zod';
import { INVESTOR_STATUSES, STATUS_REASON_MAX } from '#entities/investor.ts';
import { otpDelivery } from '#entities/security.ts';
import { count, instant, opaqueId } from '#wire.ts';

export const REGISTRATION_KINDS = ['PERSONAL', 'BUSINESS'] as const;
export const registrationKind = z.enum(REGISTRATION_KINDS).meta({ id: 'RegistrationKind' });
export type RegistrationKind = z.infer<typeof registrationKind>;

export const DOCUMENT_TYPES = ['CITIZEN_CARD', 'PASSPORT'] as const;
export const documentType = z.enum(DOCUMENT_TYPES).meta({ id: 'DocumentType' });
export type DocumentType = z.infer<typeof documentType>;

export const PICTURE_KINDS = ['ID_FRONT', 'ID_BACK', 'PASSPORT', 'SELFIE', 'LICENCE'] as const;
export const pictureKind = z.enum(PICTURE_KINDS).meta({ id: 'PictureKind' });
export type PictureKind = z.infer<typeof pictureKind>;

/** What is wrong with a picture, each with the fix that its text names. */
export const PICTURE_FAULTS = ['NO_DOCUMENT', 'TOO_SMALL', 'BLURRED', 'GLARE', 'TOO_DARK', 'CORNERS_MISSING'] as const;
export const pictureFault = z.object({ code: z.enum(PICTURE_FAULTS) }).meta({ id: 'PictureFault' });
export type PictureFaultCode = (typeof PICTURE_FAULTS)[number];

/** A picture as it was kept: decoded, re-encoded and encrypted; nothing of the file that came is left. */
export const picture = z
  .object({ imageId: opaqueId, kind: pictureKind, width: count, height: count, faults: z.array(pictureFault).max(8) })
  .meta({ id: 'Picture' });
export type Picture = z.infer<typeof picture>;

/** A sign-up that waits for its code. Whoever holds the id may use it, so it is as long as a secret. */
export const registrationSession = z
  .object({ sessionId: opaqueId, ...otpDelivery.shape })
  .meta({ id: 'RegistrationSession' });
export type RegistrationSession = z.infer<typeof registrationSession>;

/** The steps in the order in which they are shown. */
export const STEPS_OF = {
  PERSONAL: ['DOCUMENT', 'PICTURES', 'DETAILS', 'ADDRESS'],
  BUSINESS: ['COMPANY', 'DOCUMENT', 'PICTURES', 'DETAILS', 'ADDRESS'],
} as const satisfies Readonly<Record<RegistrationKind, readonly string[]>>;
export const REGISTRATION_STEPS = STEPS_OF.BUSINESS;
export const registrationStep = z.enum(REGISTRATION_STEPS).meta({ id: 'RegistrationStep' });
export type RegistrationStep = z.infer<typeof registrationStep>;

export const STEP_STATES = ['EMPTY', 'PARTIAL', 'DONE'] as const;

/** Units below the country: since July 2025 wards directly below 34 provinces, before that three levels. */
export const ADDRESS_SCHEMES = ['2025', 'before'] as const;
export const addressScheme = z.enum(ADDRESS_SCHEMES).meta({ id: 'AddressScheme' });
export type AddressScheme = z.infer<typeof addressScheme>;

/**
 * What was typed, half filled too. Control characters become a space: no field has a second line, and a terminal that
 * shows the application would obey them.
 */
const typed = z
  .string()
  .normalize('NFC')
  .overwrite((text) => text.replace(/[\p{Cc}\p{Cs}\u2028\u2029]+/gu, ' '))
  .max(200);

/** Every field of an application by name; absent or empty is not yet filled. Dates are `YYYY-MM-DD` once they are whole. */
export const registrationFields = z
  .object({
    documentType: documentType.optional(),
    frontImageId: typed.optional(),
    backImageId: typed.optional(),
    passportImageId: typed.optional(),
    fullName: typed.optional(),
    dateOfBirth: typed.optional(),
    sex: z.enum(['M', 'F']).optional(),
    nationality: typed.optional(),
    /** Of the card, 12 digits; of a passport its number. */
    idNumber: typed.optional(),
    issueDate: typed.optional(),
    /** Absent for a card without expiry. */
    expiryDate: typed.optional(),
    issuePlace: typed.optional(),
    permanentAddress: typed.optional(),
    addressScheme: addressScheme.optional(),
    provinceId: typed.optional(),
    districtId: typed.optional(),
    wardId: typed.optional(),
    street: typed.optional(),
    companyName: typed.optional(),
    taxCode: typed.optional(),
    licenceNumber: typed.optional(),
    licenceDate: typed.optional(),
    licenceImageId: typed.optional(),
    /** What the representative is in the company: `Giám đốc`. */
    position: typed.optional(),
  })
  .meta({ id: 'RegistrationFields' });
export type RegistrationFields = z.infer<typeof registrationFields>;
export type RegistrationField = keyof RegistrationFields;

/** Where the value of a field was read. */
export const READ_SOURCES = ['QR', 'MRZ', 'TEXT'] as const;
export const readSource = z.enum(READ_SOURCES).meta({ id: 'ReadSource' });
export type ReadSource = z.infer<typeof readSource>;

/** What was read from the pictures of a document, for its holder to confirm or correct. */
export const documentReading = z
  .object({
    fields: z.record(
      z.string().max(32),
      z.object({ value: typed, source: readSource, confidence: z.number().min(0).max(1) }),
    ),
    /** Where two sources, or the number and what stands beside it, do not agree. */
    differences: z
      .array(
        z.object({
          field: z.string().max(32),
          values: z.array(z.object({ source: readSource.or(z.literal('NUMBER')), value: typed })).max(4),
        }),
      )
      .max(16),
    /** Null where no expiry was read. */
    isExpired: z.boolean().nullable(),
    /** In whole years; null where no date of birth was read. */
    age: count.nullable(),
  })
  .meta({ id: 'DocumentReading' });
export type DocumentReading = z.infer<typeof documentReading>;

/** A field in which the application says something else than its pictures. */
export const readingDifference = z
  .object({ field: z.string().max(32), typed, read: typed, source: readSource })
  .meta({ id: 'ReadingDifference' });
export type ReadingDifference = z.infer<typeof readingDifference>;

export const REGISTRATION_FAULTS = [
  'REQUIRED',
  'FORMAT',
  'CHECKSUM',
  'IN_FUTURE',
  'TOO_YOUNG',
  'BEFORE_BIRTH',
  'EXPIRED',
  'PICTURE_FAULTY',
] as const;
export const registrationFault = z
  .object({ step: registrationStep, field: z.string().max(32), fault: z.enum(REGISTRATION_FAULTS) })
  .meta({ id: 'RegistrationFault' });
export type RegistrationFault = z.infer<typeof registrationFault>;

/** The application of the acting investor, as every device of theirs sees it. */
export const registration = z
  .object({
    kind: registrationKind,
    status: z.enum(INVESTOR_STATUSES),
    /** An operator's words for a return or a refusal; null where there is nothing to say. */
    statusReason: z.string().max(STATUS_REASON_MAX).nullable(),
    /** The step that a return or a refusal is about, as far as its cause tells. */
    stepToMend: registrationStep.nullable(),
    nextStep: z.string().max(64).nullable(),
    investorCode: z.string().max(32),
    /** Of the agent who brought the investor. */
    agentCode: z.string().max(32).nullable(),
    steps: z.array(z.object({ step: registrationStep, state: z.enum(STEP_STATES) })).max(8),
    fields: registrationFields,
    pictures: z.array(picture).max(8),
    reading: documentReading.nullable(),
    /** What stands in the way of submitting; empty when nothing does. */
    faults: z.array(registrationFault).max(64),
    isComplete: z.boolean(),
    savedAt: instant.nullable(),
    submittedAt: instant.nullable(),
    decidedAt: instant.nullable(),
  })
  .meta({ id: 'Registration' });
export type Registration = z.infer<typeof registration>;

/** The identity record of an investor: what was submitted, and what became of it. */
export const ekycRecord = z
  .object({
    ekycId: opaqueId,
    investorCode: z.string().max(32),
    kind: registrationKind,
    status: z.enum(INVESTOR_STATUSES),
    statusReason: z.string().max(STATUS_REASON_MAX).nullable(),
    fields: registrationFields,
    /** As it is printed in contracts: street, ward, district where there is one, province. */
    contactAddress: z.string().max(400),
    pictures: z.array(picture).max(8),
    submittedAt: instant.nullable(),
    decidedAt: instant.nullable(),
  })
  .meta({ id: 'EkycRecord' });
export type EkycRecord = z.infer<typeof ekycRecord>;
