/**
 * The security of an investor's account (docs/rules/people.md#second-secrets): second secrets, last sign-ins, signed-in
 * devices, and tasks that wait for a code by mail or SMS. Contains no secret.
 */
import { z } from 'zod';
import { count, instant, opaqueId } from '#wire.ts';

export const OTP_CHANNELS = ['email', 'phone'] as const;
export const otpChannel = z.enum(OTP_CHANNELS).meta({ id: 'OtpChannel' });
export type OtpChannel = z.infer<typeof otpChannel>;

export const TASK_PURPOSES = [
  'change-password',
  'change-email',
  'change-phone',
  'sign-document',
  'reject-document',
  'add-bank-account',
  'change-bank-account',
  'add-beneficiary',
  'change-beneficiary',
  'remove-beneficiary',
  'withdraw',
] as const;
export const taskPurpose = z.enum(TASK_PURPOSES).meta({ id: 'TaskPurpose' });
export type TaskPurpose = z.infer<typeof taskPurpose>;

/** A code in transit: its masked recipient, its expiry, and when another may be requested. */
export const otpDelivery = z.object({
  channel: otpChannel,
  /** `a•••@mua.demo`, `090•••••01`. */
  sentTo: z.string().max(254),
  expiresAt: instant,
  resendAt: instant,
  /** The same, under its name in the specification of sign-up. */
  resendAfter: instant,
  /** Tries left for this task; a resent code adds none. */
  triesLeft: count,
  resendsLeft: count,
});
export type OtpDelivery = z.infer<typeof otpDelivery>;

/** A change that waits for its code. The payload stays on the server. */
export const taskflow = z
  .object({ taskId: opaqueId, purpose: taskPurpose, ...otpDelivery.shape })
  .meta({ id: 'Taskflow' });
export type Taskflow = z.infer<typeof taskflow>;

/** A password reset in progress; the same for an unknown address. */
export const resetSession = z.object({ sessionId: opaqueId, ...otpDelivery.shape }).meta({ id: 'ResetSession' });
export type ResetSession = z.infer<typeof resetSession>;

export const SIGN_IN_OUTCOMES = ['signed-in', 'wrong-password', 'wrong-code', 'locked', 'suspended'] as const;

export const signInRecord = z
  .object({
    at: instant,
    outcome: z.enum(SIGN_IN_OUTCOMES),
    /** Browser and system in words, from the user agent: `Chrome 150, Windows`. Empty if unknown. */
    device: z.string().max(80),
    address: z.string().max(64),
  })
  .meta({ id: 'SignInRecord' });
export type SignInRecord = z.infer<typeof signInRecord>;

/** One browser in which this investor is signed in. */
export const signedInDevice = z
  .object({
    sessionId: opaqueId,
    device: z.string().max(80),
    address: z.string().max(64),
    signedInAt: instant,
    lastSeenAt: instant,
    isThis: z.boolean(),
  })
  .meta({ id: 'SignedInDevice' });
export type SignedInDevice = z.infer<typeof signedInDevice>;

export const securityInformation = z
  .object({
    hasPin: z.boolean(),
    /** Whether orders ask for the PIN. */
    isPinAskedForTrading: z.boolean(),
    hasSotp: z.boolean(),
    passwordChangedAt: instant.nullable(),
    /** Null unless the investor requested the deletion of the account. */
    deletionRequestedAt: instant.nullable(),
    /** Until when sensitive acts need no further proof; null if they do. */
    stepUpUntil: instant.nullable(),
    pinUnlockedUntil: instant.nullable(),
  })
  .meta({ id: 'SecurityInformation' });
export type SecurityInformation = z.infer<typeof securityInformation>;

/** What an authenticator app needs, shown once: the secret as text and as `otpauth:` address. */
export const totpSecret = z.object({ secret: z.string().max(64), uri: z.string().max(400) }).meta({ id: 'SotpSecret' });
export type TotpSecret = z.infer<typeof totpSecret>;
