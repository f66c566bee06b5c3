/**
 * Subscriptions that were asked for and are not taken yet. What was refused, or whose answer got lost, is asked for again:
 * heartbeats tell the time, so nothing is asked of a server that says nothing.
 */
import type { KeptConnection } from '#network/kept-connection.ts';

export interface OpenQuestions<K> {
  noteAsked(key: K): void;
  noteAnswer(key: K, isTaken: boolean): void;
  /** Nobody waits for the answer any more. */
  forget(key: K): void;
  /** Of every heartbeat: asks again for what has waited through one whole interval between two. */
  beat(): void;
}

/** The server beats when a connection opens, at once: only a second one means that time has passed. */
const BEATS = 2;

export function createOpenQuestions<K>(
  connection: () => Pick<KeptConnection, 'noteSubscribed'>,
  ask: (key: K) => void,
): OpenQuestions<K> {
  const answered = new Map<K, number>();
  const refused = new Set<K>();

  function forget(key: K): void {
    answered.delete(key);
    refused.delete(key);
  }

  return {
    forget,
    noteAsked: (key) => answered.set(key, 0),
    noteAnswer(key, isTaken) {
      if (isTaken) forget(key);
      else refused.add(key);
      connection().noteSubscribed(refused.size === 0);
    },
    beat() {
      for (const [key, beats] of [...answered]) {
        if (beats + 1 < BEATS) answered.set(key, beats + 1);
        else ask(key);
      }
    },
  };
}
