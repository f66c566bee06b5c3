/** Sends a call again after a pause when the server limits the rate: then nothing was done. */
import { refusalIn } from '#wire/call.ts';

const BREATH_MS = 1000;
const BREATHS = 20;

/** Waits for this long; tests pass their own. */
export type Breathe = (ms: number) => Promise<void>;

const pause: Breathe = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

export async function patiently<T>(call: () => Promise<T>, breathe: Breathe = pause): Promise<T> {
  for (let breaths = 0; ; breaths += 1) {
    try {
      return await call();
    } catch (error) {
      if (refusalIn(error).code !== 'TooManyRequests' || breaths === BREATHS) throw error;
      await breathe(BREATH_MS);
    }
  }
}
