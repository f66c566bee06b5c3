/**
 * Parts of the frame that come after the page: one that can't be fetched, because the network is away, is tried again and
 * takes nothing of the page with it meanwhile.
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
