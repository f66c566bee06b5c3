/** What the engine that serves says of itself on the bus. */
import { connectNats } from '#bus/nats-bus.ts';
import { type Alive, decodeAlive, ENGINE_ALIVE } from '#gateway/engine-messages.ts';
import { machineClock } from '#ground/clock.ts';

export interface EngineSigns {
  /** The newest that was heard since then; undefined if none was. */
  lastSince(timeMs: number): Alive | undefined;
  close(): Promise<void>;
}

const clock = machineClock();

export async function hearEngine(busUrl: string): Promise<EngineSigns> {
  const bus = await connectNats({ url: busUrl, name: 'cluster' }, () => {});
  let last: Alive | undefined;
  let heardMs = 0;
  bus.subscribe(ENGINE_ALIVE, (text) => {
    const alive = decodeAlive(text);
    // One that was superseded and wakes is the engine no more.
    if (last && alive.epoch < last.epoch) return;
    last = alive;
    heardMs = clock.nowMs();
  });
  return {
    lastSince: (timeMs) => (heardMs >= timeMs ? last : undefined),
    close: () => bus.close(),
  };
}
