/**
 * A sign-up on its way to its code (docs/rules/people.md#registration). What was begun outlives a reload and a closed
 * tab for as long as the server keeps it, with what was typed, so that an address can be corrected; the password stays in
 * this page and is never kept.
 */
import { REGISTRATION_KINDS, type RegistrationSession, registrationSession } from '@mua/contract/entities/registration';
import {
  registerWithKind,
  resendRegistrationWithKind,
  verifyRegistrationWithKind,
} from '@mua/contract/http/registration';
import { LIMITS } from '@mua/contract/limits';
import type { BodyOf } from '@mua/contract/route';
import { create } from 'zustand';
import { createJSONStorage, persist } from 'zustand/middleware';
import { EMPTY_DRAFT, fieldOfRefusal, type SignUpDraft } from '#pages/sign-up/sign-up-draft.ts';
import { nowMs } from '#session/clock.ts';
import { enter } from '#signed-in/sign-in.ts';
import { call, refusalIn } from '#wire/call.ts';
import type { Refused } from '#wire/submission.ts';

export interface Begun {
  readonly session: RegistrationSession;
  /** By this machine's clock. */
  readonly sinceMs: number;
}

interface SignUp {
  readonly draft: SignUpDraft;
  /** Null until a code was sent. */
  readonly begun: Begun | null;
  /** Back at the form, while the code is still good. */
  readonly isChanging: boolean;
  /** The server no longer knows the sign-up that was kept. */
  readonly isOver: boolean;
  /** What the code could not make good: somebody else has the address or the number meanwhile. */
  readonly refused: Refused | null;
}

const NOTHING: SignUp = { draft: EMPTY_DRAFT, begun: null, isChanging: false, isOver: false, refused: null };

export const useSignUp = create<SignUp>()(
  persist(() => NOTHING, {
    name: 'sign-up',
    storage: createJSONStorage(() => localStorage),
    partialize: ({ draft, begun }) => (begun ? { begun, draft: { ...draft, password: '' } } : {}),
    merge: (kept, store) => ({ ...store, ...readKept(kept) }),
  }),
);

/** Sends the first code. Throws `CallError`. */
export async function beginSignUp(draft: SignUpDraft, body: BodyOf<typeof registerWithKind>): Promise<void> {
  const session = await call(registerWithKind, { body });
  useSignUp.setState({ ...NOTHING, draft, begun: { session, sinceMs: nowMs() } });
}

export async function resendSignUp(begun: Begun): Promise<void> {
  const { sessionId } = begun.session;
  const session = await orOver(call(resendRegistrationWithKind, { params: { sessionId }, body: {} }));
  useSignUp.setState({ begun: { ...begun, session } });
}

/**
 * The right code makes the investor, who is signed in from then on. What stands against it by now (somebody else has the
 * address or the number) is mended in the form.
 */
export async function verifySignUp({ session: { sessionId } }: Begun, code: string): Promise<void> {
  try {
    await orOver(
      enter((signal) => call(verifyRegistrationWithKind, { params: { sessionId }, body: { code }, signal })),
    );
  } catch (error) {
    const refused = refusalIn(error);
    if (fieldOfRefusal(refused.code)) useSignUp.setState({ isChanging: true, refused });
    throw error;
  }
}

/** A sign-up that ended on the server ends here, with what was typed still there; all else is the caller's. */
async function orOver<T>(answer: Promise<T>): Promise<T> {
  return answer.catch((error: unknown) => {
    if (refusalIn(error).code === 'NotFound') useSignUp.setState({ begun: null, isChanging: false, isOver: true });
    throw error;
  });
}

/** Somebody is signed in: nothing of the way there stays in this browser. The page keeps what it shows. */
export function forgetSignUp(): void {
  useSignUp.persist.clearStorage();
}

function readKept(kept: unknown): Partial<SignUp> {
  const begun: unknown = read(kept, 'begun');
  const session = registrationSession.safeParse(read(begun, 'session'));
  const sinceMs = read(begun, 'sinceMs');
  if (!session.success || typeof sinceMs !== 'number' || nowMs() - sinceMs >= LIMITS.otpTaskMs) return {};
  return { begun: { session: session.data, sinceMs }, draft: draftIn(read(kept, 'draft')) };
}

function draftIn(kept: unknown): SignUpDraft {
  const typed = Object.keys(EMPTY_DRAFT).flatMap((field) => {
    const value = read(kept, field);
    return typeof value === 'string' ? [[field, value]] : [];
  });
  const kind = REGISTRATION_KINDS.find((one) => one === read(kept, 'kind')) ?? EMPTY_DRAFT.kind;
  return { ...EMPTY_DRAFT, ...Object.fromEntries(typed), kind };
}

function read(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined;
}
