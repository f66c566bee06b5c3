/**
 * Tracks what a button sends: whether it is under way, and the refusal it met. Nothing is sent twice automatically, and no
 * refusal is lost: where the form that would show it has gone meanwhile, whoever listens is told.
 */
import type { Facts } from '@mua/contract/errors';
import { useEffect, useRef, useState } from 'react';
import { refusalIn } from '#wire/call.ts';

export interface Refused {
  readonly code: string;
  readonly facts: Facts;
}

export interface Submission {
  /** True until the last call has ended. */
  readonly isBusy: boolean;
  /** Refusal of the last call; null while it runs and when it was accepted. */
  readonly refusal: Refused | null;
  /** Resolves with the refusal, or with null when the call was accepted. */
  submit(call: () => Promise<unknown>): Promise<Refused | null>;
}

const listeners = new Set<(refusal: Refused) => void>();

/** Hears of refusals that nobody could see. Returns how to stop. */
export function subscribeUnseen(listener: (refusal: Refused) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** `isTold`: whoever submits tells of a refusal itself, wherever the reader is by then. */
export function useSubmission({ isTold = false } = {}): Submission {
  const isGone = useRef(false);
  useEffect(() => {
    isGone.current = false;
    return () => {
      isGone.current = true;
    };
  }, []);
  const [state, setState] = useState<Pick<Submission, 'isBusy' | 'refusal'>>({ isBusy: false, refusal: null });
  const calls = useRef(0);
  const submit: Submission['submit'] = async (call) => {
    calls.current += 1;
    const nth = calls.current;
    // The end of a call says nothing about one that was sent after it.
    const end = (refusal: Refused | null): Refused | null => {
      if (refusal && isGone.current && !isTold) for (const tell of [...listeners]) tell(refusal);
      if (nth === calls.current) setState({ isBusy: false, refusal });
      return refusal;
    };
    setState({ isBusy: true, refusal: null });
    try {
      await call();
      return end(null);
    } catch (error) {
      return end(refusalIn(error));
    }
  };
  return { ...state, submit };
}
