/**
 * Decides whether a click on the ladder, or a key, sends. It is locked by default and after every load; Esc, a feed that
 * is not live, another account or contract, a market that does not trade, a hidden page, leaving the desk, or a quarter of
 * an hour without a hand on it lock it at once, and only a switch arms it. While the keys' switch is on screen, the ladder
 * may come and go.
 */
import { useEffect } from 'react';
import { useOrderArm } from '#session/order-arm-store.ts';

const IDLE_MS = 15 * 60_000;

export interface LadderArm {
  readonly isArmed: boolean;
  arm(): void;
  disarm(): void;
}

/** Why trading is not possible here now; the first reason that applies. */
export type LadderBar = 'noAccount' | 'notActivated' | 'notLive' | 'notOpen';

/** `bar` is null when trading is possible here now. `owner` is whose orders in what they would be. */
export function useLadderArm({
  bar,
  owner,
}: {
  readonly bar: LadderBar | null;
  readonly owner: string | null;
}): LadderArm {
  const armedFor = useOrderArm((store) => store.armedFor);
  const mayArm = bar === null;
  const isArmed = mayArm && owner !== null && armedFor === owner;
  const { arm, disarm, join } = useOrderArm.getState();
  // Or it would be armed again, by nobody, once that is over or the same account is back.
  const isLost = !mayArm || (armedFor !== null && armedFor !== owner);
  useEffect(() => {
    if (isLost) disarm();
  }, [isLost, disarm]);
  useEffect(() => join(), [join]);
  useEffect(() => (isArmed ? lockWhenLeft(disarm) : undefined), [isArmed, disarm]);
  return { isArmed, arm: () => mayArm && owner !== null && arm(owner), disarm };
}

function lockWhenLeft(disarm: () => void): () => void {
  const listening = new AbortController();
  const { signal } = listening;
  let idle = setTimeout(disarm, IDLE_MS);
  const used = () => {
    clearTimeout(idle);
    idle = setTimeout(disarm, IDLE_MS);
  };
  document.addEventListener('pointerdown', used, { signal });
  document.addEventListener(
    'keydown',
    (event) => {
      used();
      if (event.key === 'Escape') disarm();
    },
    { signal },
  );
  document.addEventListener('visibilitychange', () => document.visibilityState === 'hidden' && disarm(), { signal });
  return () => {
    listening.abort();
    clearTimeout(idle);
  };
}
