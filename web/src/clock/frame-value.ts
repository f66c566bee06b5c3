/** Holds a value that changes often and notifies once per frame: the order book and the tape of one contract. */
import { useSyncExternalStore } from 'react';
import { type FrameScheduler, oncePerFrame, withThisFrame } from '#clock/frame.ts';

export interface FrameValue<T> {
  read(): T;
  write(value: T): void;
  subscribe(listener: () => void): () => void;
}

export function createFrameValue<T>(initial: T, schedule: FrameScheduler = withThisFrame): FrameValue<T> {
  let value = initial;
  const listeners = new Set<() => void>();
  const publish = oncePerFrame(() => {
    for (const listener of [...listeners]) listener();
  }, schedule);
  return {
    read: () => value,
    write: (next) => {
      if (Object.is(next, value)) return;
      value = next;
      publish();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

export function useFrameValue<T>(source: FrameValue<T>): T {
  return useSyncExternalStore(source.subscribe, source.read);
}
