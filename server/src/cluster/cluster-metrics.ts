/** Figures of the cluster for Prometheus. */
import { Counter, Gauge, Registry } from 'prom-client';
import type { ClusterView } from '#cluster/cluster-view.ts';

export interface ClusterMetrics {
  readonly answered: (target: string, status: number) => void;
  readonly text: () => Promise<{ readonly type: string; readonly text: string }>;
}

export function createClusterMetrics(view: () => ClusterView): ClusterMetrics {
  const registry = new Registry();
  const registers = [registry];
  const serves = new Gauge({
    name: 'mua_cluster_serves',
    help: 'Whether a process does its work: 1; or waits, starts, or has ended: 0',
    labelNames: ['name', 'role'],
    registers,
  });
  const restarts = new Gauge({
    name: 'mua_cluster_restarts',
    help: 'How often a process was started again',
    labelNames: ['name', 'role'],
    registers,
  });
  const lag = new Gauge({
    name: 'mua_cluster_lag_steps',
    help: 'Steps of the engine that one that follows it has not got yet',
    labelNames: ['name'],
    registers,
  });
  const whole = new Gauge({ name: 'mua_cluster_whole', help: 'Whether everything is there: 1 or 0', registers });
  const two = new Gauge({
    name: 'mua_cluster_two_databases',
    help: 'Whether two disks have what is acknowledged: 1 or 0',
    registers,
  });
  const answers = new Counter({
    name: 'mua_cluster_door_answers_total',
    help: 'Answers of the door, by the process that gave them',
    labelNames: ['name', 'status'],
    registers,
  });
  return {
    answered: (name, status) => answers.inc({ name, status: `${Math.floor(status / 100)}xx` }),
    async text() {
      const { processes, pair, isWhole } = view();
      // One that follows nobody any more has none.
      lag.reset();
      for (const one of processes) {
        const { name, role } = one;
        serves.set({ name, role }, Number(one.state === 'serves'));
        restarts.set({ name, role }, one.restarts);
        if (one.lag !== null) lag.set({ name }, one.lag);
      }
      whole.set(Number(isWhole));
      two.set(Number(pair.state === 'both'));
      return { type: registry.contentType, text: await registry.metrics() };
    },
  };
}
