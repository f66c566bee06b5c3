/**
 * What a call of this page waits for before it is sent again: a password or code of the authenticator app (step-up), or
 * the PIN. One question at a time is on screen; calls that need the same of the same investor wait for one answer.
 */
import type { Need } from '@mua/contract/route';
import { create } from 'zustand';
import { useAuth } from '#session/auth-store.ts';

export interface ProofDemand {
  readonly need: Need;
  /** Whose call it is; a switch of accounts meanwhile does not move it. */
  readonly userId: string;
  /** True once it is proved, false when its investor lets it be. */
  readonly answer: (isProved: boolean) => void;
}

interface ProofDemands {
  /** The first is on screen. */
  readonly demands: readonly ProofDemand[];
}

export const useProofDemands = create<ProofDemands>()(() => ({ demands: [] }));

// A question outlives no session: its call would leave with the next one, when nobody thinks of it any more.
useAuth.subscribe(({ accounts }) => {
  for (const { userId, answer } of useProofDemands.getState().demands) {
    if (!accounts.some(({ user }) => user.userId === userId)) answer(false);
  }
});

const waiting = new Map<string, Promise<boolean>>();

/** Asks on screen; resolves to whether it was proved. */
export function demandProof(userId: string, need: Need): Promise<boolean> {
  const key = `${need} ${userId}`;
  const asked = waiting.get(key) ?? ask(userId, need).finally(() => waiting.delete(key));
  waiting.set(key, asked);
  return asked;
}

function ask(userId: string, need: Need): Promise<boolean> {
  return new Promise((resolve) => {
    const demand: ProofDemand = {
      need,
      userId,
      answer: (isProved) => {
        useProofDemands.setState(({ demands }) => ({ demands: demands.filter((each) => each !== demand) }));
        resolve(isProved);
      },
    };
    useProofDemands.setState(({ demands }) => ({ demands: [...demands, demand] }));
  });
}
