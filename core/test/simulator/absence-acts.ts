/** Senders who want their orders cancelled when they are not heard, say so again in time, or don't. */
import type { Random } from '@mua/core/values';
import type { Simulation } from '#test/simulator/simulation.ts';

/** One of them as commands of before: it names nobody. */
const SENDERS = [{}, { sender: 'desk' }, { sender: 'phone' }, { sender: 'program' }] as const;

export class AbsenceActs {
  private readonly simulation: Simulation;
  private readonly random: Random;

  constructor(simulation: Simulation, random: Random) {
    this.simulation = simulation;
    this.random = random;
  }

  ask(): void {
    const { random, simulation } = this;
    const accountId = random.pick([...simulation.state.accounts.keys()]);
    const timeoutMs = random.pick([0, 1_000, 3_000, 3_000, 8_000]);
    const named = this.oneOf(SENDERS);
    const endsAll = timeoutMs === 0 && simulation.state.seq % 2 === 0 ? ({ endsAll: true } as const) : {};
    const asked = { accountId, timeoutMs, includesGoodTill: random.chance(0.3), ...named, ...endsAll };
    simulation.run({ kind: 'setCancelAfter', ...asked });
  }

  sayAgain(): void {
    const [accountId, bySender] = [...this.simulation.state.cancelAfters][0] ?? [];
    const [sender, known] = this.oneOf([...(bySender ?? [])]) ?? [];
    if (accountId === undefined || !known) return;
    const { timeoutMs, includesGoodTill } = known;
    const named = sender === undefined ? {} : { sender };
    this.simulation.run({ kind: 'setCancelAfter', accountId, timeoutMs, includesGoodTill, ...named });
  }

  /** Nothing is drawn for it, so that what else a seed does depends on no sender's name. */
  private oneOf<T>(list: readonly T[]): T | undefined {
    return list[this.simulation.state.seq % list.length];
  }

  /** As a broker lets it pass that runs, that stands still for a while, or that hears nobody. */
  letTimePass(): void {
    const { random, simulation } = this;
    const ms = random.chance(0.9) ? random.between(100, 2_000) : random.between(4_500, 9_000);
    simulation.elapse(ms, random.chance(0.1));
  }
}
