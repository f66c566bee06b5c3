/**
 * A change that waits for its code, kept for this tab until the code has expired: a phone often begins the page anew while
 * its reader looks for the code in another app. Kept are where the code went and what the page writes beside it, never the
 * code, a password or a PIN.
 */
import { type Taskflow, taskflow } from '@mua/contract/entities/security';
import { LIMITS } from '@mua/contract/limits';
import { useState } from 'react';
import type { z } from 'zod';
import { nowMs } from '#session/clock.ts';

export interface WaitingCode<About> {
  readonly task: Taskflow;
  /** What the form held when it was sent. */
  readonly about: About;
}

/**
 * `place`: whose change of what, one for each form. Setting null forgets it: it was done, given up, or is to be changed.
 */
export function useWaitingCode<About>(place: string, about: z.ZodType<About>) {
  const [waiting, setWaiting] = useState(() => keptAt(place, about));
  const wait = (next: WaitingCode<About> | null): void => {
    setWaiting(next);
    keepAt(place, next);
  };
  return [waiting, wait] as const;
}

/** Tells whether a form that is not drawn waits for its code. */
export function isCodeWaiting(place: string): boolean {
  return taskIn(keptText(place)) !== null;
}

function keptAt<About>(place: string, about: z.ZodType<About>): WaitingCode<About> | null {
  const kept = keptText(place);
  const task = taskIn(kept);
  const read = about.safeParse(fieldOf(kept, 'about'));
  return task && read.success ? { task, about: read.data } : null;
}

/**
 * Null once it has expired. By this device's clock, from when it was sent: a page that begins does not know the server's
 * yet.
 */
function taskIn(kept: unknown): Taskflow | null {
  const [read, untilMs] = [taskflow.safeParse(fieldOf(kept, 'task')), fieldOf(kept, 'untilMs')];
  return read.success && typeof untilMs === 'number' && nowMs() < untilMs ? read.data : null;
}

const keyOf = (place: string): string => `waiting-code ${place}`;

/** A browser that keeps nothing behaves like one that forgets. */
function keptText(place: string): unknown {
  try {
    return JSON.parse(sessionStorage.getItem(keyOf(place)) ?? 'null');
  } catch {
    return null;
  }
}

function keepAt(place: string, waiting: WaitingCode<unknown> | null): void {
  try {
    if (!waiting) return sessionStorage.removeItem(keyOf(place));
    sessionStorage.setItem(keyOf(place), JSON.stringify({ ...waiting, untilMs: nowMs() + LIMITS.otpTtlMs }));
  } catch {
    // Then it holds for this page only.
  }
}

function fieldOf(kept: unknown, field: string): unknown {
  return typeof kept === 'object' && kept !== null ? Reflect.get(kept, field) : undefined;
}
