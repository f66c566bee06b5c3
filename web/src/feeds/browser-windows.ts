/**
 * Describes what windows of one browser have of each other: locks, each of which ends with the window that holds it, and
 * channels between them. A test stands in for both.
 */
import type { Stop } from '#network/surroundings.ts';

export interface LockHolder {
  readonly onHeld: () => void;
  /** Another window has seized it. */
  readonly onLost: () => void;
  /** The browser gives no locks here. */
  readonly onDenied: () => void;
}

export interface Channel {
  post(message: unknown): void;
  close(): void;
}

export interface BrowserWindows {
  /** Waits in line for the lock and keeps it until stopped. */
  hold(lock: string, holder: LockHolder): Stop;
  /** Takes the lock from whoever has it, before all who wait in line. */
  seize(lock: string, holder: LockHolder): Stop;
  /** Hears what other windows post, and never what this one does. */
  open(channel: string, take: (message: unknown) => void): Channel;
  /** Runs soon, after what was said before. */
  soon(task: () => void): void;
}

/** Null where the browser has no locks that other windows see (only a secure context does), or no channels. */
export function browserWindows(): BrowserWindows | null {
  if (typeof navigator === 'undefined' || !navigator.locks || typeof BroadcastChannel === 'undefined') return null;
  return {
    hold: (lock, holder) => {
      const waiting = new AbortController();
      const stop = request(lock, { signal: waiting.signal }, holder);
      return () => {
        stop();
        waiting.abort();
      };
    },
    seize: (lock, holder) => request(lock, { steal: true }, holder),
    open: (channel, take) => {
      const opened = new BroadcastChannel(channel);
      opened.onmessage = ({ data }: MessageEvent<unknown>) => take(data);
      return { post: (message) => opened.postMessage(message), close: () => opened.close() };
    },
    soon: (task) => queueMicrotask(task),
  };
}

function request(lock: string, options: LockOptions, { onHeld, onLost, onDenied }: LockHolder): Stop {
  let isStopped = false;
  let isHeld = false;
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const work = (): Promise<void> | undefined => {
    if (isStopped) return undefined;
    isHeld = true;
    // Apart: what is thrown there must not look like a lock that was lost.
    queueMicrotask(() => {
      if (!isStopped) onHeld();
    });
    return held;
  };
  navigator.locks.request(lock, options, work).catch(() => {
    if (isStopped) return;
    if (isHeld) onLost();
    else onDenied();
  });
  return () => {
    isStopped = true;
    release();
  };
}
