/**
 * A sign-up as it is typed, what is wrong with it, and as it is sent (docs/rules/people.md#registration). The contract's
 * own schema decides; the faults only say which words stand at a field. No React inside.
 */
import type { RegistrationKind } from '@mua/contract/entities/registration';
import { registerWithKind } from '@mua/contract/http/registration';
import type { BodyOf } from '@mua/contract/route';
import { z } from 'zod';
import { digitsOf } from '#design/ui/controls/code-field.tsx';
import { passwordFault } from '#features/security/password-strength.ts';
import type { Language } from '#i18n/languages.ts';
import { isTaxCodeRight, TAX_DIGITS } from '#pages/tax-code.ts';

export interface SignUpDraft {
  readonly kind: RegistrationKind;
  readonly companyName: string;
  readonly taxCode: string;
  readonly fullName: string;
  readonly email: string;
  readonly phone: string;
  readonly password: string;
  /** The six digits of an account number; empty lets one be drawn. */
  readonly number: string;
  readonly agentCode: string;
}

export const EMPTY_DRAFT: SignUpDraft = {
  ...{ kind: 'PERSONAL', companyName: '', taxCode: '', fullName: '' },
  ...{ email: '', phone: '', password: '', number: '', agentCode: '' },
};

/** From top to bottom. */
export const FIELDS = [
  'companyName',
  'taxCode',
  'fullName',
  'email',
  'phone',
  'password',
  'number',
  'agentCode',
] as const satisfies readonly (keyof SignUpDraft)[];

/** The words under a field; those of the specification have its names. */
export type SignUpFault =
  | 'required'
  | 'words'
  | 'taxDigits'
  | 'taxCode'
  | 'fullName'
  | 'email'
  | 'emailInvalid'
  | 'phone'
  | 'mobileNumber'
  | 'password'
  | 'passwordSpaces'
  | 'passwordPattern'
  | 'numberDigits';

export const NUMBER_DIGITS = 6;

type Body = BodyOf<typeof registerWithKind>;
const { email, phone, fullName } = registerWithKind.body.shape;

/** From what is typed to what is sent. */
export function signUpSchema(language: Language) {
  return z
    .custom<SignUpDraft>()
    .transform((draft, { addIssue }) => {
      for (const [field, fault] of Object.entries(signUpFaults(draft)))
        addIssue({ code: 'custom', path: [field], message: fault });
      return requestOf(draft, language);
    })
    .pipe(registerWithKind.body);
}

export function signUpFaults(draft: SignUpDraft): Readonly<Partial<Record<keyof SignUpDraft, SignUpFault>>> {
  const faults: Partial<Record<keyof SignUpDraft, SignUpFault | null>> = {
    ...(draft.kind === 'BUSINESS' && {
      companyName: nameFault(draft.companyName, 'required'),
      taxCode: taxCodeFault(draft.taxCode),
    }),
    fullName: nameFault(draft.fullName, 'fullName'),
    email: emailFault(draft.email.trim()),
    phone: phoneFault(draft.phone),
    password: PASSWORD_FAULTS[passwordFault(draft.password) ?? 'none'],
    number: draft.number === '' || draft.number.length === NUMBER_DIGITS ? null : 'numberDigits',
  };
  return Object.fromEntries(Object.entries(faults).filter(([, fault]) => fault !== null));
}

const PASSWORD_FAULTS = {
  required: 'password',
  spaces: 'passwordSpaces',
  pattern: 'passwordPattern',
  none: null,
} as const;

function nameFault(typed: string, missing: SignUpFault): SignUpFault | null {
  if (typed.trim() === '') return missing;
  return fullName.safeParse(typed).success ? null : 'words';
}

function taxCodeFault(typed: string): SignUpFault | null {
  if (typed === '') return 'required';
  if (digitsOf(typed).length < TAX_DIGITS) return 'taxDigits';
  return isTaxCodeRight(typed) ? null : 'taxCode';
}

function emailFault(typed: string): SignUpFault | null {
  if (typed === '') return 'email';
  return email.safeParse(typed).success ? null : 'emailInvalid';
}

function phoneFault(typed: string): SignUpFault | null {
  if (typed === '') return 'phone';
  return phone.safeParse(typed).success ? null : 'mobileNumber';
}

/** Ten digits, whatever stands between them; `+84 912 345 678` is the number it is at home. */
export function phoneDigits(typed: string): string {
  const digits = digitsOf(typed);
  return /^84\d{9}/.test(digits) ? `0${digits.slice(2, 11)}` : digits.slice(0, 11);
}

/** What was pasted may be the whole number: `108C688688`. */
export function numberDigits(typed: string): string {
  return digitsOf(typed.replace(/108C/i, '')).slice(0, NUMBER_DIGITS);
}

export function accountNumberOf(digits: string): string {
  return `108C${digits}`;
}

function requestOf(draft: SignUpDraft, language: Language): Body {
  const { kind, companyName, taxCode, password, number } = draft;
  return {
    ...{ kind, language, password, email: draft.email.trim(), phone: draft.phone, fullName: draft.fullName },
    ...(draft.agentCode.trim() !== '' && { agentCode: draft.agentCode.trim() }),
    ...(number !== '' && { customerCode: accountNumberOf(number) }),
    ...(kind === 'BUSINESS' && { companyName, taxCode }),
  };
}

const FIELD_OF: Readonly<Record<string, keyof SignUpDraft>> = {
  InvestorEmailExisted: 'email',
  InvestorPhoneExisted: 'phone',
  PasswordTooCommon: 'password',
  BrokerNotFound: 'agentCode',
  IdInvestorCodeExisted: 'number',
};

/** At which field a refusal stands; undefined for one of the whole form. */
export function fieldOfRefusal(code: string): keyof SignUpDraft | undefined {
  return FIELD_OF[code];
}
