/**
 * Resets a forgotten password (docs/rules/people.md#codes). The current step is stored for this tab, so that a reload
 * while the user looks for the code loses nothing. Neither the password nor the code is ever stored.
 */
import { OTP_CHANNELS, type OtpChannel, type ResetSession, resetSession } from '@mua/contract/entities/security';
import {
  finishForgotPassword,
  forgotPassword,
  resendForgotPassword,
  verifyForgotPassword,
} from '@mua/contract/http/security';
import { create } from 'zustand';
import { createJSONStorage, persist } from 'zustand/middleware';
import { useRenewedPassword } from '#session/renewed-password.ts';
import { call } from '#wire/call.ts';

interface PasswordReset {
  readonly channel: OtpChannel;
  /** As typed; the form validates it before sending. */
  readonly recipient: string;
  /** Null until a code was requested. */
  readonly session: ResetSession | null;
  /** The code was correct: only the new password is missing. */
  readonly isVerified: boolean;
  setChannel(channel: OtpChannel): void;
  setRecipient(recipient: string): void;
  /** Returns to the first step, for another address or after the session expired. */
  startOver(): void;
}

const NOTHING = { channel: 'email', recipient: '', session: null, isVerified: false } as const;

export const usePasswordReset = create<PasswordReset>()(
  persist(
    (set) => ({
      ...NOTHING,
      setChannel: (channel) => set({ channel, recipient: '' }),
      setRecipient: (recipient) => set({ recipient }),
      startOver: () => set({ session: null, isVerified: false }),
    }),
    {
      name: 'password-reset',
      storage: createJSONStorage(() => sessionStorage),
      partialize: ({ channel, recipient, session, isVerified }) => ({ channel, recipient, session, isVerified }),
      merge: (kept, store) => ({ ...store, ...readKept(kept) }),
    },
  ),
);

/** Sends the first code. Throws `CallError`. */
export async function askForReset(channel: OtpChannel, recipient: string): Promise<void> {
  const body = channel === 'email' ? { channel, email: recipient } : { channel, phoneNumber: recipient };
  const session = await call(forgotPassword, { body });
  usePasswordReset.setState({ channel, recipient, session, isVerified: false });
}

export async function verifyReset({ sessionId }: ResetSession, code: string): Promise<void> {
  await call(verifyForgotPassword, { params: { sessionId }, body: { code } });
  usePasswordReset.setState({ isVerified: true });
}

export async function resendReset({ sessionId }: ResetSession): Promise<void> {
  usePasswordReset.setState({ session: await call(resendForgotPassword, { params: { sessionId }, body: {} }) });
}

/** Sets the new password, which ends all sessions of its user. */
export async function finishReset({ sessionId }: ResetSession, password: string): Promise<void> {
  await call(finishForgotPassword, { body: { sessionId, password } });
  useRenewedPassword.setState({ username: usePasswordReset.getState().recipient });
  usePasswordReset.setState(NOTHING);
}

function readKept(kept: unknown): Partial<PasswordReset> {
  if (typeof kept !== 'object' || kept === null) return NOTHING;
  const recipient: unknown = Reflect.get(kept, 'recipient');
  const session = resetSession.safeParse(Reflect.get(kept, 'session'));
  return {
    channel: OTP_CHANNELS.find((channel) => channel === Reflect.get(kept, 'channel')) ?? 'email',
    recipient: typeof recipient === 'string' ? recipient : '',
    session: session.success ? session.data : null,
    isVerified: session.success && Reflect.get(kept, 'isVerified') === true,
  };
}
