/**
 * Secrets of an investor: password reset, changes by code, PIN, authenticator app, step-up, devices, deletion
 * (docs/rules/people.md#second-secrets). A wrong secret of who is signed in is 403 and never 401: it must
 * not look like a lost session.
 */
import { z } from 'zod';
import { authState } from '#entities/auth-state.ts';
import {
  otpChannel,
  resetSession,
  securityInformation,
  signedInDevice,
  signInRecord,
  taskflow,
  taskPurpose,
  totpSecret,
} from '#entities/security.ts';
import { LIMITS, PASSWORD_PATTERN, PHONE_PATTERN } from '#limits.ts';
import { defineRoute } from '#route.ts';
import { listOf, opaqueId } from '#wire.ts';

const nothing = z.strictObject({});
const done = z.object({}).meta({ id: 'Done' });

const otpCode = z.string().regex(new RegExp(`^\\d{${LIMITS.otpDigits}}$`));
const totpCode = z.string().regex(new RegExp(`^\\d{${LIMITS.totpDigits}}$`));
const pin = z.string().regex(new RegExp(`^\\d{${LIMITS.pinDigits}}$`));
/** Any input; the pattern is for new passwords. */
const typedPassword = z.string().min(1).max(LIMITS.passwordInputMax);
const newPassword = z.string().max(LIMITS.passwordInputMax).regex(PASSWORD_PATTERN);
const email = z.email().max(254);
const phoneNumber = z.string().max(16).regex(PHONE_PATTERN);

// --- forgotten password: nobody is signed in, and nothing tells whether the address is anybody's ---

export const forgotPassword = defineRoute({
  method: 'POST',
  path: '/investor/security/forgot-password',
  access: 'public',
  purpose: 'Sends a reset code by mail or SMS if the address is an investor’s, and answers the same if it is not.',
  body: z
    .discriminatedUnion('channel', [
      z.strictObject({ channel: z.literal('email'), email }),
      z.strictObject({ channel: z.literal('phone'), phoneNumber }),
    ])
    .meta({ id: 'ForgotPasswordRequest' }),
  replies: { 201: resetSession },
  errors: [],
});

const resetParams = z.strictObject({ sessionId: opaqueId });

export const verifyForgotPassword = defineRoute({
  method: 'POST',
  path: '/investor/security/forgot-password/{sessionId}/verify',
  access: 'public',
  purpose: 'Checks the reset code; after it the session may set a new password once.',
  params: resetParams,
  body: z.strictObject({ code: otpCode }).meta({ id: 'OtpRequest' }),
  replies: { 200: done },
  errors: ['InvestorForgotPasswordSessionInvalid', 'InvestorForgotPasswordOtpInvalid'],
});

export const resendForgotPassword = defineRoute({
  method: 'POST',
  path: '/investor/security/forgot-password/{sessionId}/resend',
  access: 'public',
  purpose: 'Sends a new reset code; the one before is void, the count of tries goes on.',
  params: resetParams,
  body: nothing,
  replies: { 200: resetSession },
  errors: ['InvestorForgotPasswordSessionInvalid', 'ResendTaskflowOtpFailed'],
});

export const finishForgotPassword = defineRoute({
  method: 'POST',
  path: '/investor/security/forgot-password/verify',
  access: 'public',
  purpose: 'Sets the new password of a verified reset session and ends every session of the investor.',
  body: z.strictObject({ sessionId: opaqueId, password: newPassword }).meta({ id: 'NewPasswordRequest' }),
  replies: { 200: done },
  errors: ['InvestorForgotPasswordSessionInvalid', 'PasswordTooCommon'],
});

// --- changes that a code confirms ---

export const changePassword = defineRoute({
  method: 'POST',
  path: '/investor/security/change-password',
  access: 'investor',
  purpose: 'Begins a change of password: the old one is proved here, a code confirms it, other sessions end with it.',
  body: z
    .strictObject({ oldPassword: typedPassword, newPassword, channel: otpChannel.default('email') })
    .meta({ id: 'ChangePasswordRequest' }),
  replies: { 201: taskflow },
  errors: ['UserChangePasswordIncorrect', 'PasswordTooCommon', 'LoginLocked'],
});

export const changeEmail = defineRoute({
  method: 'POST',
  path: '/investor/security/change-email',
  access: 'investor',
  needs: 'step-up',
  purpose: 'Begins a change of email address: the code goes to the new one, a notice to the old one.',
  body: z.strictObject({ email }).meta({ id: 'ChangeEmailRequest' }),
  replies: { 201: taskflow },
  errors: ['EmailExisted'],
});

export const changePhone = defineRoute({
  method: 'POST',
  path: '/investor/security/change-phone',
  access: 'investor',
  needs: 'step-up',
  purpose: 'Begins a change of phone number: the code goes to the new one, a notice to the old one.',
  body: z.strictObject({ phoneNumber }).meta({ id: 'ChangePhoneRequest' }),
  replies: { 201: taskflow },
  errors: ['PhoneNumberExisted'],
});

const taskParams = z.strictObject({ taskId: opaqueId });

export const verifyTaskflow = defineRoute({
  method: 'POST',
  path: '/investor/security/taskflow/{taskId}/verify',
  access: 'investor',
  purpose:
    'Confirms a task of this investor with its code and does what it was begun for, once; money and papers answer the same code again.',
  params: taskParams,
  body: z.strictObject({ code: otpCode }).meta({ id: 'TaskflowCodeRequest' }),
  replies: {
    200: z
      .object({
        purpose: taskPurpose,
        /** What the task has made or changed, by its id; null where that is nothing with an id. */
        resultId: opaqueId.nullable(),
        /**
         * After a change of password: the slot has a new handle. Null after other changes, and if the slot was signed
         * out meanwhile.
         */
        authState: authState.nullable(),
      })
      .meta({ id: 'TaskflowDone' }),
  },
  errors: [
    'VerifyTaskflowFailed',
    'EmailExisted',
    'PhoneNumberExisted',
    'MemberBankAccountExisted',
    'MemberBankAccountNotFound',
    'BeneficiaryAccountExisted',
    'BeneficiaryAccountNotFound',
    'BeneficiaryOnHold',
    'NotWithdrawMargin',
    'WithdrawAmountExceeded',
    'AmountExceededRemainingMargin',
    'WithdrawAccountFailed',
    'TooManyBankAccounts',
    'DocumentChanged',
    'DocumentAlreadySigned',
    'FileNotFound',
  ],
});

export const resendTaskflow = defineRoute({
  method: 'POST',
  path: '/investor/security/taskflow/{taskId}/resend',
  access: 'investor',
  purpose: 'Sends a new code for a task; the one before is void, the count of tries goes on.',
  params: taskParams,
  body: nothing,
  replies: { 200: taskflow },
  errors: ['VerifyTaskflowFailed', 'ResendTaskflowOtpFailed'],
});

// --- what the security page shows ---

export const readSecurity = defineRoute({
  method: 'GET',
  path: '/investor/security/informations',
  access: 'investor',
  purpose: 'Returns which secrets the acting investor has set, and changes in progress.',
  replies: { 200: securityInformation },
  errors: [],
});

export const listSignIns = defineRoute({
  method: 'GET',
  path: '/investor/security/sign-ins',
  access: 'investor',
  purpose: 'Lists the last sign-ins of the acting investor and the failed tries, newest first, all in one page.',
  replies: { 200: listOf(signInRecord) },
  errors: [],
});

export const listDevices = defineRoute({
  method: 'GET',
  path: '/investor/security/sessions',
  access: 'investor',
  purpose: 'Lists the browsers in which the acting investor is signed in, this one first, all in one page.',
  replies: { 200: listOf(signedInDevice) },
  errors: [],
});

export const revokeDevice = defineRoute({
  method: 'DELETE',
  path: '/investor/security/sessions/{sessionId}',
  access: 'investor',
  purpose: 'Signs the acting investor out of one browser, its sockets within a second.',
  params: z.strictObject({ sessionId: opaqueId }),
  replies: { 200: listOf(signedInDevice) },
  errors: [],
});

export const revokeOtherDevices = defineRoute({
  method: 'POST',
  path: '/investor/security/sessions/revoke-others',
  access: 'investor',
  purpose: 'Signs the acting investor out everywhere but here.',
  body: nothing,
  replies: { 200: listOf(signedInDevice) },
  errors: [],
});

// --- step-up, PIN and authenticator app ---

export const stepUp = defineRoute({
  method: 'POST',
  path: '/investor/security/step-up',
  access: 'investor',
  purpose:
    'Proves once more who is there; sensitive acts of this slot are free for five minutes, and the browser session has a new id.',
  body: z
    .discriminatedUnion('method', [
      z.strictObject({ method: z.literal('password'), password: typedPassword }),
      z.strictObject({ method: z.literal('sotp'), code: totpCode }),
    ])
    .meta({ id: 'StepUpRequest' }),
  replies: { 200: securityInformation },
  errors: ['InvestorPasswordInvalid', 'InvalidSotp', 'SotpWasNotSetting', 'LoginLocked'],
});

export const setPin = defineRoute({
  method: 'POST',
  path: '/investor/security/pin',
  access: 'investor',
  needs: 'step-up',
  purpose: 'Sets or changes the PIN, and says whether orders ask for it.',
  body: z.strictObject({ pin, isAskedForTrading: z.boolean() }).meta({ id: 'PinRequest' }),
  replies: { 200: securityInformation },
  errors: ['PinTooSimple'],
});

export const askPinForTrading = defineRoute({
  method: 'POST',
  path: '/investor/security/pin/trading',
  access: 'investor',
  needs: 'step-up',
  purpose: 'Switches on or off that orders ask for the PIN.',
  body: z.strictObject({ isAskedForTrading: z.boolean() }).meta({ id: 'PinForTradingRequest' }),
  replies: { 200: securityInformation },
  errors: ['PinNotSet'],
});

export const unlockWithPin = defineRoute({
  method: 'POST',
  path: '/investor/security/pin/verify',
  access: 'investor',
  purpose: 'Proves the PIN; orders of this slot need no further one for a while.',
  body: z.strictObject({ pin }).meta({ id: 'PinProof' }),
  replies: { 200: securityInformation },
  errors: ['InvalidPinOtp', 'PinNotSet', 'PinLocked'],
});

export const beginTotp = defineRoute({
  method: 'POST',
  path: '/investor/security/sotp',
  access: 'investor',
  needs: 'step-up',
  purpose:
    'Makes a secret for an authenticator app, which counts from its first right code on; one that is on has to go first.',
  body: nothing,
  replies: { 201: totpSecret },
  errors: ['SotpAlreadyOn'],
});

export const confirmTotp = defineRoute({
  method: 'POST',
  path: '/investor/security/sotp/verify',
  access: 'investor',
  needs: 'step-up',
  purpose: 'Turns the authenticator app on with its first code; sign-in asks for one from then on.',
  body: z.strictObject({ code: totpCode }).meta({ id: 'SotpProof' }),
  replies: { 200: securityInformation },
  errors: ['InvalidSotp', 'SotpWasNotSetting'],
});

export const removeTotp = defineRoute({
  method: 'POST',
  path: '/investor/security/sotp/remove',
  access: 'investor',
  needs: 'step-up',
  purpose: 'Turns the authenticator app off, with a code of it.',
  body: z.strictObject({ code: totpCode }).meta({ id: 'SotpRemoval' }),
  replies: { 200: securityInformation },
  errors: ['InvalidSotp', 'SotpWasNotSetting'],
});

// --- the end ---

export const requestDeletion = defineRoute({
  method: 'POST',
  path: '/investor/security/deletion',
  access: 'investor',
  needs: 'step-up',
  purpose:
    'Asks for the account to be deleted; possible without positions, orders and money only; an operator decides.',
  body: nothing,
  replies: { 200: securityInformation },
  errors: ['AccountDeletionNotAllowed'],
});

export const withdrawDeletion = defineRoute({
  method: 'DELETE',
  path: '/investor/security/deletion',
  access: 'investor',
  purpose: 'Takes the request for deletion back.',
  replies: { 200: securityInformation },
  errors: ['AccountDeletionNotPending'],
});
