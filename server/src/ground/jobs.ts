/**
 * Work that is written down first and done afterwards, by one process of the installation: mail, payments, approvals of
 * a demo, price alerts (record 165). There it is done at once; elsewhere the process that has the jobs is told, and would
 * find it by itself in its next round.
 */
import type { Neighbours, NeighbourTopic } from '#ground/neighbours.ts';

export interface Jobs {
  /** Whether this process has them. */
  readonly areHere: boolean;
  /** Whether others write work down too, whose word may be lost: then it is looked for in rounds. */
  readonly needRounds: boolean;
  /** Returns what is called when work was written down. `run` must not throw. */
  hand(topic: NeighbourTopic, run: (subject: string) => void): (subject: string) => void;
}

/** How long work may wait whose word was lost. */
export const ROUND_MS = 60_000;

export function createJobs(areHere: boolean, neighbours: Neighbours | undefined): Jobs {
  return {
    areHere,
    needRounds: areHere && neighbours !== undefined,
    hand(topic, run) {
      if (!areHere) return (subject) => neighbours?.tell(topic, subject);
      neighbours?.hear(topic, run);
      return run;
    },
  };
}
