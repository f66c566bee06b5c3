/**
 * Tracks subscriptions that were requested and are not yet accepted. A refused one, or one whose answer got lost, is
 * requested again: heartbeats tell the time, so nothing is asked of a server that is silent.
 */
import type { KeptConnection } from '#network/kept-connection.ts';

export interface OpenQuestions<K> {
  noteAsked(key: K): void;
  noteAnswer(key: K, isTaken: boolean): void;
  /** Stops waiting for the answer. */
  forget(key: K): void;
  /** Called on every heartbeat: asks again for whatever has waited through one whole interval. */
  beat(): void;
}

/** The server beats as soon as a connection opens: only a second beat means that time has passed. */
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
