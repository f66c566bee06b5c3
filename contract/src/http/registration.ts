/**
 * From stranger to applicant (docs/rules/people.md#registration): sign-up with a code, the application step by step, and
 * the questions whether something is taken. A sign-up session is a principal of its own: it may ask those questions and
 * upload pictures, and nothing else.
 */
import { z } from 'zod';
import { authState } from '#entities/auth-state.ts';
import {
  picture,
  registration,
  registrationFields,
  registrationKind,
  registrationSession,
  registrationStep,
} from '#entities/registration.ts';
import { LIMITS, PASSWORD_PATTERN, PHONE_PATTERN } from '#limits.ts';
import { defineRoute } from '#route.ts';
import { opaqueId, ownWords } from '#wire.ts';

const nothing = z.strictObject({});
const otpCode = z.string().regex(new RegExp(`^\\d{${LIMITS.otpDigits}}$`));

const applicant = {
  email: z.email().max(254),
  phone: z.string().max(16).regex(PHONE_PATTERN),
  password: z.string().max(LIMITS.passwordInputMax).regex(PASSWORD_PATTERN),
  fullName: ownWords(200).min(1),
  agentCode: z.string().max(32).optional(),
  language: z.enum(LIMITS.languages),
};

const REGISTER_ERRORS = [
  'InvestorEmailExisted',
  'InvestorPhoneExisted',
  'BrokerNotFound',
  'PasswordTooCommon',
  'InvestorCodeGenerationFailed',
] as const;

export const register = defineRoute({
  method: 'POST',
  path: '/investor/register',
  access: 'public',
  purpose: 'Begins the sign-up of a person and sends a code to the email address; nobody exists before it is verified.',
  body: z.strictObject(applicant).meta({ id: 'RegisterRequest' }),
  replies: { 201: registrationSession },
  errors: REGISTER_ERRORS,
});

export const registerWithKind = defineRoute({
  method: 'POST',
  path: '/investor/v2/register',
  access: 'public',
  purpose: 'Begins the sign-up of a person or a business, with an account number of their choice.',
  body: z
    .strictObject({
      ...applicant,
      kind: registrationKind,
      /** `108C688688`: the account number that the investor wants. */
      customerCode: z
        .string()
        .regex(/^108C\d{6}$/)
        .optional(),
      companyName: ownWords(200).min(1).optional(),
      taxCode: z
        .string()
        .regex(/^\d{10}(-\d{3})?$/)
        .optional(),
    })
    .refine(({ kind, companyName, taxCode }) => kind === 'PERSONAL' || (companyName && taxCode), {
      path: ['companyName'],
    })
    .meta({ id: 'RegisterWithKindRequest' }),
  replies: { 201: registrationSession },
  errors: [...REGISTER_ERRORS, 'IdInvestorCodeExisted'],
});

const sessionParams = z.strictObject({ sessionId: opaqueId });

const verification = {
  method: 'POST',
  access: 'registration',
  takesVerified: true,
  params: sessionParams,
  purpose: 'Verifies the sign-up code: the investor exists from here on, signed in, with the status DRAFT.',
  body: z.strictObject({ code: otpCode }).meta({ id: 'RegistrationCodeRequest' }),
  replies: { 201: authState },
  errors: ['VerifyTaskflowFailed', ...REGISTER_ERRORS, 'IdInvestorCodeExisted'],
} as const;

export const verifyRegistration = defineRoute({
  ...verification,
  path: '/investor/register/{sessionId}/verify',
});
export const verifyRegistrationWithKind = defineRoute({
  ...verification,
  path: '/investor/v2/register/{sessionId}/verify',
  body: z.strictObject({ code: otpCode }).meta({ id: 'RegistrationWithKindCodeRequest' }),
});

const resending = {
  method: 'POST',
  access: 'registration',
  params: sessionParams,
  purpose: 'Sends a new sign-up code; the one before is void, the count of tries goes on.',
  body: nothing,
  replies: { 200: registrationSession },
  errors: ['VerifyTaskflowFailed', 'ResendTaskflowOtpFailed'],
} as const;

export const resendRegistration = defineRoute({ ...resending, path: '/investor/register/{sessionId}/resend' });
export const resendRegistrationWithKind = defineRoute({
  ...resending,
  path: '/investor/v2/register/{sessionId}/resend',
});

export const uploadRegisterImage = defineRoute({
  method: 'POST',
  path: '/investor/register/{sessionId}/images',
  access: 'registration',
  params: sessionParams,
  purpose: 'Keeps a picture for an application that begins with this sign-up.',
  upload: true,
  replies: { 201: picture },
  errors: ['InvalidType', 'maxSizeFileUpload'],
});

/** What only a live sign-up or an investor may ask about: whose answer tells something of others. */
export const EXISTENCE_SUBJECTS = ['id-card', 'phone', 'email'] as const;

const existence = z
  .object({
    exists: z.boolean(),
    /** Of an agent: who it is. */
    name: z.string().max(200).nullable(),
    /** Of a taken account number: the nearest free ones. */
    free: z.array(z.string().max(32)).max(3),
  })
  .meta({ id: 'Existence' });
export type Existence = z.infer<typeof existence>;

const asked = z.string().min(1).max(254);

export const checkExists = defineRoute({
  method: 'GET',
  path: '/investor/exists/{subject}',
  access: 'registration',
  purpose: 'Tells whether a value is taken; only to a live sign-up session or an investor.',
  params: z.strictObject({ subject: z.enum(EXISTENCE_SUBJECTS) }),
  query: z.strictObject({ value: asked, sessionId: opaqueId.optional() }),
  replies: { 200: existence },
  errors: [],
});

const whileTyping = {
  method: 'GET',
  access: 'public',
  query: z.strictObject({ value: asked }),
  replies: { 200: existence },
  errors: [],
} as const;

export const checkCustomerCode = defineRoute({
  ...whileTyping,
  path: '/investor/exists/customer-code',
  purpose: 'Tells whether an account number is taken, and which ones near it are free, before a sign-up begins.',
});

export const checkAgentCode = defineRoute({
  ...whileTyping,
  path: '/investor/exists/agent-code',
  purpose: 'Tells whether an agent has this code, and who it is, before a sign-up begins.',
});

export const readRegistration = defineRoute({
  method: 'GET',
  path: '/investor/registration',
  access: 'investor',
  purpose: 'Reads the application of the acting investor as it was last saved, on whatever device.',
  replies: { 200: registration },
  errors: ['EkycRecordNotFound'],
});

export const saveRegistration = defineRoute({
  method: 'POST',
  path: '/investor/registration',
  access: 'investor',
  purpose:
    'Saves the fields that are named, half filled too; the others stay as they were, and the reply says what is missing.',
  body: z.strictObject({ step: registrationStep, fields: z.strictObject(registrationFields.shape) }).meta({
    id: 'SaveRegistrationRequest',
  }),
  replies: { 200: registration },
  errors: ['EkycRecordNotFound', 'EkycApproved', 'RegistrationUnderReview', 'FileNotFound'],
});

export const submitRegistration = defineRoute({
  method: 'POST',
  path: '/investor/registration/submit',
  access: 'investor',
  purpose: 'Submits a complete application for approval; a refused one becomes a draft again by saving it.',
  body: nothing,
  replies: { 200: registration },
  errors: ['EkycRecordNotFound', 'EkycApproved', 'IdCardNumberExisted', 'InvestorNotVerified'],
});
