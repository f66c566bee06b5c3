/** What `/cluster.json` tells: every process of the cluster and the pair of databases, as they are at this moment. */
import { z } from 'zod';

/**
 * `starting`: not up yet. `waits`: up, and does nothing for anybody: an engine or a market whose turn has not come, a
 * gateway without an engine or a database. `gone`: it has ended, and is started again.
 */
export const PROCESS_STATES = ['starting', 'waits', 'serves', 'gone'] as const;
export type ProcessState = (typeof PROCESS_STATES)[number];

const ROLES = ['engine', 'gateway', 'projector', 'bus', 'exchange', 'market'] as const;
export type ProcessRole = (typeof ROLES)[number];

const processView = z.object({
  name: z.string(),
  role: z.enum(ROLES),
  pid: z.int().nullable(),
  state: z.enum(PROCESS_STATES),
  /** Since when it is in its state. */
  since: z.iso.datetime(),
  restarts: z.int(),
  /** Of the engine that serves. */
  epoch: z.int().nullable(),
  /** How far its books are: the engine's on disk, the replica of one that follows it, the read tables. */
  seq: z.int().nullable(),
  /** Steps of the engine that one that follows it has not got yet. */
  lag: z.int().nullable(),
});
export type ProcessView = z.infer<typeof processView>;

const databaseView = z.object({ name: z.string(), pid: z.int().nullable(), isPrimary: z.boolean() });

const clusterEvent = z.object({
  time: z.iso.datetime(),
  name: z.string(),
  state: z.string(),
  cause: z.string().nullable(),
});
export type ClusterEvent = z.infer<typeof clusterEvent>;

export const clusterView = z.object({
  url: z.string(),
  /** Everything is there: one engine and one market serve and the others wait, all else serves, two disks have the books. */
  isWhole: z.boolean(),
  processes: z.array(processView),
  pair: z.object({
    /** Those of db/standby-watch.ts; `starting` before there is one. */
    state: z.enum(['starting', 'joining', 'both', 'alone', 'waits', 'silent', 'promoting', 'primaryLost']),
    durability: z.enum(['alone', 'two']),
    databases: z.array(databaseView),
  }),
  /** The latest changes, oldest first. */
  events: z.array(clusterEvent),
});
export type ClusterView = z.infer<typeof clusterView>;

export function isWhole({ processes, pair }: Pick<ClusterView, 'processes' | 'pair'>): boolean {
  const states = (role: ProcessRole): ProcessState[] =>
    processes.filter((one) => one.role === role).map(({ state }) => state);
  const oneServes = (role: ProcessRole): boolean => ['serves', 'serves,waits'].includes(states(role).sort().join());
  return (
    oneServes('engine') &&
    oneServes('market') &&
    (['exchange', 'gateway', 'projector', 'bus'] as const).every((role) =>
      states(role).every((state) => state === 'serves'),
    ) &&
    pair.state === 'both' &&
    pair.databases.every(({ pid }) => pid !== null)
  );
}
