/** What the roles that keep books say of themselves on the bus; gateways are asked over HTTP (gateway-watch.ts). */
import { connectNats } from '#bus/nats-bus.ts';
import {
  type Alive,
  CANDIDATE_ALIVE,
  decodeAlive,
  decodeCandidate,
  decodeProjectorAlive,
  ENGINE_ALIVE,
  PROJECTOR_ALIVE,
} from '#gateway/engine-messages.ts';
import { machineClock } from '#ground/clock.ts';

export interface RoleSigns {
  /** The newest of the engine that serves that was heard since then; undefined if none was. */
  engineSince(timeMs: number): Alive | undefined;
  /** How far the books are of the engine that waits and of what fills the read tables. */
  seqSince(role: 'candidate' | 'projector', timeMs: number): number | undefined;
  close(): Promise<void>;
}

interface Heard<Sign> {
  readonly sign: Sign;
  readonly atMs: number;
}

const clock = machineClock();

export async function hearRoles(busUrl: string): Promise<RoleSigns> {
  const bus = await connectNats({ url: busUrl, name: 'cluster' });
  let engine: Heard<Alive> | undefined;
  const seqs = new Map<'candidate' | 'projector', Heard<number>>();
  bus.subscribe(ENGINE_ALIVE, (text) => {
    const sign = decodeAlive(text);
    // One that was superseded and wakes is the engine no more.
    if (engine && sign.epoch < engine.sign.epoch) return;
    engine = { sign, atMs: clock.nowMs() };
  });
  bus.subscribe(CANDIDATE_ALIVE, (text) => {
    const seq = decodeCandidate(text)?.seq;
    if (seq !== undefined) seqs.set('candidate', { sign: seq, atMs: clock.nowMs() });
  });
  bus.subscribe(PROJECTOR_ALIVE, (text) => {
    seqs.set('projector', { sign: decodeProjectorAlive(text).seq, atMs: clock.nowMs() });
  });
  const since = <Sign>(heard: Heard<Sign> | undefined, timeMs: number): Sign | undefined =>
    heard && heard.atMs >= timeMs ? heard.sign : undefined;
  return {
    engineSince: (timeMs) => since(engine, timeMs),
    seqSince: (role, timeMs) => since(seqs.get(role), timeMs),
    close: () => bus.close(),
  };
}
