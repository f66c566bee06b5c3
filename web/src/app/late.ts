/**
 * Loads parts of the frame after the page, and what is asked over it. One that can't be fetched, for example without a
 * network, is retried and does not affect the page meanwhile.
 */
import { type ComponentType, lazy } from 'react';

const AGAIN_AFTER_MS = 5_000;

export function late<Props>(load: () => Promise<{ readonly default: ComponentType<Props> }>) {
  const loadInTheEnd = (): ReturnType<typeof load> =>
    load().catch(async () => {
      await new Promise((resolve) => setTimeout(resolve, AGAIN_AFTER_MS));
      return loadInTheEnd();
    });
  return lazy(loadInTheEnd);
}
