/** The texts of mail and SMS in both languages, from server/templates. No other text is sent. */
import { readFileSync } from 'node:fs';
import { LIMITS } from '@mua/contract/limits';
import { z } from 'zod';
import { SERVER_FOLDER } from '#ground/server-files.ts';
import type { Language } from '#messages/language.ts';

export const TEMPLATE_NAMES = [
  'codeToResetPassword',
  'codeToChangePassword',
  'codeToChangeEmail',
  'codeToChangePhone',
  'codeToSignDocument',
  'codeToRejectDocument',
  'codeToSignUp',
  'passwordChanged',
  'emailChanged',
  'phoneChanged',
  'secondSecretChanged',
  'deletionRequested',
  'accountDeleted',
  'accountKept',
  'newDevice',
  'newUnknownDevice',
  'statusPending',
  'statusIncomplete',
  'statusRejected',
  'statusPendingActivate',
  'statusActive',
  'depositCredited',
  'depositUnmatched',
  'depositReturned',
  'codeToSaveBankAccount',
  'codeToSaveBeneficiary',
  'codeToRemoveBeneficiary',
  'codeToWithdraw',
  'beneficiarySaved',
  'withdrawPaid',
  'withdrawRejected',
  'withdrawReleased',
] as const;
export type TemplateName = (typeof TEMPLATE_NAMES)[number];

const template = z.strictObject({ subject: z.string().min(1), mail: z.string().min(1), sms: z.string().min(1) });
const templates = z.strictObject(
  Object.fromEntries(TEMPLATE_NAMES.map((name) => [name, template])) as Record<TemplateName, typeof template>,
);

const TEXTS = Object.fromEntries(
  LIMITS.languages.map((language) => {
    const file = new URL(`templates/${language}.json`, SERVER_FOLDER);
    return [language, templates.parse(JSON.parse(readFileSync(file, 'utf8')))];
  }),
) as Record<Language, z.infer<typeof templates>>;

export interface Rendered {
  /** Null for an SMS. */
  readonly subject: string | null;
  readonly text: string;
}

export interface Rendering {
  readonly template: TemplateName;
  readonly channel: 'email' | 'phone';
  readonly language: Language;
  /** Values of each `{name}` in the text; a missing one is a bug and throws. */
  readonly facts: Readonly<Record<string, string>>;
}

export function renderMessage({ template: name, channel, language, facts }: Rendering): Rendered {
  const { subject, mail, sms } = TEXTS[language][name];
  if (channel === 'phone') return { subject: null, text: fill(sms, facts) };
  return { subject: fill(subject, facts), text: fill(mail, facts) };
}

function fill(text: string, facts: Readonly<Record<string, string>>): string {
  return text.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = facts[name];
    if (value === undefined) throw new Error(`the text needs ${name}`);
    return value;
  });
}

const IN_VIETNAM = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Asia/Ho_Chi_Minh',
  dateStyle: 'short',
  timeStyle: 'medium',
});

/** An instant as all screens write it, in both languages: 21/11/2026 00:30:00. */
export function timeText(timeMs: number): string {
  return IN_VIETNAM.format(timeMs).replace(', ', ' ');
}

const DONG: Readonly<Record<Language, Intl.NumberFormat>> = {
  vi: new Intl.NumberFormat('vi-VN', { style: 'currency', currency: 'VND' }),
  en: new Intl.NumberFormat('en-US', { style: 'currency', currency: 'VND' }),
};

/** Dong as the screens write them. */
export function vndText(amountVnd: bigint, language: Language): string {
  return DONG[language].format(amountVnd);
}
