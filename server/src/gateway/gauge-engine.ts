/** For operators: whether a gateway hears the engine, and which one; whether the engine hears the one that waits. */
import { Gauge, type Registry } from 'prom-client';
import type { CandidateWatch } from '#gateway/candidate-watch.ts';
import type { RemoteSequencer } from '#gateway/remote-sequencer.ts';

export function gaugeEngine(registry: Registry, engine: Pick<RemoteSequencer, 'silentMs' | 'epoch'>): void {
  const registers = [registry];
  new Gauge({
    name: 'mua_engine_silent_seconds',
    help: 'How long this gateway has not heard of the engine',
    registers,
    collect() {
      this.set(engine.silentMs / 1000);
    },
  });
  new Gauge({
    name: 'mua_engine_epoch',
    help: 'Which writer of the journal this gateway follows; each takeover raises it',
    registers,
    collect() {
      if (engine.epoch !== undefined) this.set(engine.epoch);
    },
  });
}

export function gaugeCandidate(registry: Registry, candidate: Pick<CandidateWatch, 'silentMs'>): void {
  new Gauge({
    name: 'mua_engine_candidate_silent_seconds',
    help: 'How long the engine that serves has not heard of one that waits for its turn',
    registers: [registry],
    collect() {
      this.set(candidate.silentMs / 1000);
    },
  });
}
