/**
 * What is needed only when somebody reaches for it (a menu, a popover) stays out of the first load: its chunk is asked
 * for when pointer or focus come near, and it is there, open, by the click. Until then its button stands in its place.
 */
import { type ComponentType, useState } from 'react';

export interface Reach {
  readonly onPointerEnter: () => void;
  readonly onFocus: () => void;
  readonly onClick: () => void;
}

export type LoadPart<P> = () => Promise<ComponentType<P>>;

/** The part once it was asked for, and what its stand-in has to do. A chunk that does not load is asked for again. */
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
