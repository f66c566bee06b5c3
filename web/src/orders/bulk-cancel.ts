/**
 * Cancels many orders one by one, each with its own outcome: what was cancelled, what was refused and why. A few are
 * under way at a time, and the run pauses when the server limits the rate. Their toasts are suppressed: the list
 * reports them all at once.
 */
import pLimit from 'p-limit';
import { useEffect, useRef, useState } from 'react';
import { suppressToasts, unsuppressToasts } from '#orders/suppressed-toasts.ts';
import { refusalIn } from '#wire/call.ts';
import { type Breathe, patiently } from '#wire/patience.ts';
import type { Refused } from '#wire/submission.ts';

export type CancelFate =
  | { readonly kind: 'waiting' }
  | { readonly kind: 'sent' }
  | ({ readonly kind: 'refused' } & Refused);

export interface BulkProgress {
  readonly fates: ReadonlyMap<string, CancelFate>;
  readonly total: number;
  readonly done: number;
  readonly refused: number;
  readonly isRunning: boolean;
}

export const NOTHING_CANCELLED: BulkProgress = { fates: new Map(), total: 0, done: 0, refused: 0, isRunning: false };

const AT_A_TIME = 4;

export interface BulkCancel {
  readonly ids: readonly string[];
  readonly cancel: (id: string) => Promise<unknown>;
  readonly onFate: (id: string, fate: CancelFate) => void;
  readonly breathe?: Breathe;
}

export async function cancelEach({ ids, cancel, onFate, breathe }: BulkCancel): Promise<void> {
  await pLimit(AT_A_TIME).map(ids, async (id) => onFate(id, await fateOf(patiently(() => cancel(id), breathe))));
}

async function fateOf(answer: Promise<unknown>): Promise<CancelFate> {
  try {
    await answer;
    return { kind: 'sent' };
  } catch (error) {
    const { code, facts } = refusalIn(error);
    return { kind: 'refused', code, facts };
  }
}

/** Runs a bulk cancel; `scope` names what is listed, and once it changes the last summary no longer applies. */
export function useBulkCancel(cancel: (id: string) => Promise<unknown>, scope: string) {
  const [progress, setProgress] = useState(NOTHING_CANCELLED);
  const run = useRef(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another scope is the reason.
  useEffect(() => {
    run.current += 1;
    setProgress(NOTHING_CANCELLED);
  }, [scope]);
  const start = async (ids: readonly string[]) => {
    run.current += 1;
    const mine = run.current;
    const fates = new Map<string, CancelFate>(ids.map((id) => [id, { kind: 'waiting' }]));
    const notify = (isRunning: boolean) => {
      if (run.current !== mine) return;
      const all = [...fates.values()];
      const refused = all.filter(({ kind }) => kind === 'refused').length;
      const done = all.filter(({ kind }) => kind !== 'waiting').length;
      setProgress({ fates: new Map(fates), total: ids.length, done, refused, isRunning });
    };
    notify(true);
    for (const id of ids) suppressToasts(id);
    const onFate = (id: string, fate: CancelFate) => {
      if (fate.kind === 'refused') unsuppressToasts(id);
      fates.set(id, fate);
      notify(true);
    };
    await cancelEach({ ids, cancel, onFate });
    notify(false);
  };
  const forget = () => {
    run.current += 1;
    setProgress(NOTHING_CANCELLED);
  };
  return { progress, start, forget };
}
