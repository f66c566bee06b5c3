/**
 * Keeps parts that are needed only on interaction (a menu, a popover) out of the first load: the chunk is requested
 * when pointer or focus come near, and the part is there, open, by the click. Until then a button stands in for it.
 */
import { type ComponentType, useState } from 'react';

export interface Reach {
  readonly onPointerEnter: () => void;
  readonly onFocus: () => void;
  readonly onClick: () => void;
}

export type LoadPart<P> = () => Promise<ComponentType<P>>;

/** Returns the part once requested, and the handlers of its stand-in. A chunk that does not load is requested again. */
export function useOnDemand<P>(load: LoadPart<P>): readonly [part: ComponentType<P> | null, reach: Reach] {
  const [part, setPart] = useState<ComponentType<P> | null>(null);
  const prepare = () => void load().catch(() => undefined);
  const open = () =>
    void load().then(
      (loaded) => setPart(() => loaded),
      () => undefined,
    );
  return [part, { onPointerEnter: prepare, onFocus: prepare, onClick: open }];
}
