/** Figures of a gateway for operators: whether it hears the engine, and which one. */
import { Gauge, type Registry } from 'prom-client';
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
