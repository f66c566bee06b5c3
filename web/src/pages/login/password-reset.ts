/**
 * A forgotten password on its way to a new one (docs/rules/people.md#codes). Which step it has reached is kept in this
 * tab, so that a reload while somebody looks for the code costs nothing. The password is never kept, and the code is
 * not either.
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
  /** As typed; looked at by the form before it is sent. */
  readonly recipient: string;
  /** Null until a code was asked for. */
  readonly session: ResetSession | null;
  /** The code was right: only the new password is missing. */
  readonly isVerified: boolean;
  setChannel(channel: OtpChannel): void;
  setRecipient(recipient: string): void;
  /** To another address, or after the session ended. */
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

/** Sets the new password; every session of its owner ends with it. */
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
