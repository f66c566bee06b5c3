/** What is done to the processes of a cluster, from outside: none of them is asked. */
import { signal } from '#test/durability/chaos/faults.ts';
import type { Findings } from '#test/durability/chaos/findings.ts';
import type { RunningCluster } from '#test/fixtures/running-cluster.ts';

type View = Awaited<ReturnType<RunningCluster['view']>>;

export interface ClusterFault {
  readonly name: string;
  /** Killed, or stopped in its tracks for a while: whoever calls it, is cut off from it. */
  readonly how: 'kill' | 'freeze';
  /** The one process that it meets; undefined if there is none now. */
  pidIn(view: View): number | null | undefined;
  /** Calls under way end when it goes on. */
  readonly holdsCalls: boolean;
}

const of =
  (isIt: (one: View['processes'][number]) => boolean) =>
  ({ processes }: View): number | null | undefined =>
    processes.find(isIt)?.pid;
const database =
  (isPrimary: boolean) =>
  ({ pair }: View): number | null | undefined =>
    pair.databases.find((one) => one.isPrimary === isPrimary)?.pid;

const ENGINE = of(({ role, state }) => role === 'engine' && state === 'serves');
const WAITING = of(({ role, state }) => role === 'engine' && state === 'waits');
const GATEWAYS = ['gateway-1', 'gateway-2'].map((name) => ({ name, pidIn: of((one) => one.name === name) }));
const BUS = of(({ role }) => role === 'bus');
const EXCHANGE = of(({ role }) => role === 'exchange');
const MARKET = of(({ role, state }) => role === 'market' && state === 'serves');
const PROJECTOR = of(({ role }) => role === 'projector');

const PARTS = [
  { name: 'engine', pidIn: ENGINE },
  { name: 'engine that waits', pidIn: WAITING },
  ...GATEWAYS,
  { name: 'bus', pidIn: BUS },
  { name: 'exchange', pidIn: EXCHANGE },
  { name: 'market', pidIn: MARKET },
  { name: 'projector', pidIn: PROJECTOR },
];

export const CLUSTER_FAULTS: readonly ClusterFault[] = [
  ...PARTS.map((part) => ({ ...part, how: 'kill' as const, holdsCalls: false })),
  ...PARTS.map((part) => ({ ...part, how: 'freeze' as const, holdsCalls: part.name.startsWith('gateway') })),
  { name: 'database', pidIn: database(true), how: 'kill', holdsCalls: false },
  { name: 'standby', pidIn: database(false), how: 'kill', holdsCalls: false },
];

/** Resolves to how to end it. */
export function strike({ how, holdsCalls }: ClusterFault, pid: number, findings: Findings): () => void {
  if (how === 'kill') {
    signal([pid], 'SIGKILL');
    return () => {};
  }
  if (holdsCalls) findings.beginStop();
  signal([pid], 'SIGSTOP');
  return () => {
    signal([pid], 'SIGCONT');
    if (holdsCalls) findings.endStop();
  };
}
