/** Tracks what a button sends: whether it is under way, and the refusal it met. Nothing is sent twice automatically. */
import type { Facts } from '@mua/contract/errors';
import { useState } from 'react';
import { refusalIn } from '#wire/call.ts';

export interface Refused {
  readonly code: string;
  readonly facts: Facts;
}

export interface Submission {
  readonly isBusy: boolean;
  /** Refusal of the last call; null while it runs and when it was accepted. */
  readonly refusal: Refused | null;
  /** Resolves with the refusal, or with null when the call was accepted. */
  submit(call: () => Promise<unknown>): Promise<Refused | null>;
}

const IDLE = { isBusy: false, refusal: null };

export function useSubmission(): Submission {
  const [state, setState] = useState<Pick<Submission, 'isBusy' | 'refusal'>>(IDLE);
  const submit: Submission['submit'] = async (call) => {
    setState({ isBusy: true, refusal: null });
    try {
      await call();
      setState(IDLE);
      return null;
    } catch (error) {
      const refusal = refusalIn(error);
      setState({ isBusy: false, refusal });
      return refusal;
    }
  };
  return { ...state, submit };
}
