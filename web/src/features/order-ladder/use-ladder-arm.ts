/**
 * Decides whether a click on the ladder sends. It is locked by default and after every load; Esc, a feed that is not
 * live, another account, a market that does not trade, or a hidden page lock it at once, and only a click arms it.
 */
import { useEffect, useState } from 'react';

export interface LadderArm {
  readonly isArmed: boolean;
  arm(): void;
  disarm(): void;
}

/** Why trading is not possible here now; the first reason that applies. */
export type LadderBar = 'noAccount' | 'notActivated' | 'notLive' | 'notOpen';

/** `bar` is null when trading is possible here now. `owner` is whose orders they would be. */
export function useLadderArm({
  bar,
  owner,
}: {
  readonly bar: LadderBar | null;
  readonly owner: string | null;
}): LadderArm {
  const [armedFor, setArmedFor] = useState<string | null>(null);
  const mayArm = bar === null;
  const isArmed = mayArm && owner !== null && armedFor === owner;
  useEffect(() => {
    if (!mayArm) setArmedFor(null);
  }, [mayArm]);
  useEffect(() => {
    if (!isArmed) return;
    const disarm = () => setArmedFor(null);
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape') disarm();
    };
    const onHidden = () => {
      if (document.visibilityState === 'hidden') disarm();
    };
    document.addEventListener('keydown', onKey);
    document.addEventListener('visibilitychange', onHidden);
    return () => {
      document.removeEventListener('keydown', onKey);
      document.removeEventListener('visibilitychange', onHidden);
    };
  }, [isArmed]);
  return { isArmed, arm: () => mayArm && setArmedFor(owner), disarm: () => setArmedFor(null) };
}
