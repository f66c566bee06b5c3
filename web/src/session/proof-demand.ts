/**
 * Queues the proofs that calls of this page wait for before they are sent again: a password or code of the
 * authenticator app (step-up), or the PIN. One question at a time is on screen; calls that need the same proof of the
 * same investor wait for one answer.
 */
import type { Need } from '@mua/contract/route';
import { create } from 'zustand';
import { useAuth } from '#session/auth-store.ts';

export interface ProofDemand {
  readonly need: Need;
  /** The investor who made the call; a switch of accounts meanwhile does not change it. */
  readonly userId: string;
  /** Answers with true once proved, with false when the investor declines. */
  readonly answer: (isProved: boolean) => void;
}

interface ProofDemands {
  /** The first one is on screen. */
  readonly demands: readonly ProofDemand[];
}

export const useProofDemands = create<ProofDemands>()(() => ({ demands: [] }));

// A question must not outlive its session: its call would otherwise be sent in the next one, when nobody expects it.
useAuth.subscribe(({ accounts }) => {
  for (const { userId, answer } of useProofDemands.getState().demands) {
    if (!accounts.some(({ user }) => user.userId === userId)) answer(false);
  }
});

const waiting = new Map<string, Promise<boolean>>();

/** Asks on screen; resolves to whether the proof was given. */
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
