/**
 * What is typed goes to the server by itself, half filled too, one save after the other. What could not be carried stays
 * and is tried again, so that nothing is lost to a bad network; a refusal is told and not repeated.
 */
import type { RegistrationFields } from '@mua/contract/entities/registration';
import { isAnswerLost, refusalIn } from '#wire/call.ts';
import type { Refused } from '#wire/submission.ts';

/** `waiting`: the network or the server did not take it, and it is tried again. */
export type SaveState = { readonly state: 'saved' | 'saving' | 'waiting' } | ({ readonly state: 'refused' } & Refused);

const AFTER_TYPING_MS = 600;
const AGAIN_AFTER_MS = 3000;

export interface Autosave {
  change(fields: RegistrationFields): void;
  /** Saves at once what is still to save; resolves with whether nothing is left. */
  flush(): Promise<boolean>;
  isPending(): boolean;
  stop(): void;
}

export function createAutosave(
  save: (fields: RegistrationFields) => Promise<unknown>,
  tell: (state: SaveState) => void,
): Autosave {
  let pending: RegistrationFields = {};
  let underWay: Promise<void> | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let told: SaveState['state'] | undefined;

  const say = (state: SaveState): void => {
    if (state.state === 'saving' && told === 'saving') return;
    told = state.state;
    tell(state);
  };
  const isPending = (): boolean => underWay !== null || Object.keys(pending).length > 0;
  const later = (delayMs: number): void => {
    clearTimeout(timer);
    timer = setTimeout(() => void flush(), delayMs);
  };

  async function send(): Promise<void> {
    const sent = pending;
    pending = {};
    say({ state: 'saving' });
    try {
      await save(sent);
      if (Object.keys(pending).length === 0) say({ state: 'saved' });
      else later(0);
    } catch (error) {
      // What was typed meanwhile is newer.
      pending = { ...sent, ...pending };
      if (!isAnswerLost(error)) return say({ state: 'refused', ...refusalIn(error) });
      say({ state: 'waiting' });
      later(AGAIN_AFTER_MS);
    }
  }

  async function flush(): Promise<boolean> {
    clearTimeout(timer);
    await underWay;
    if (Object.keys(pending).length === 0) return true;
    underWay = send().finally(() => {
      underWay = null;
    });
    await underWay;
    return Object.keys(pending).length === 0;
  }

  return {
    change(fields) {
      pending = { ...pending, ...fields };
      // Nobody is told that it is saved while something is still here.
      if (told !== 'waiting') say({ state: 'saving' });
      later(AFTER_TYPING_MS);
    },
    flush,
    isPending,
    stop: () => clearTimeout(timer),
  };
}
