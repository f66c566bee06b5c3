/** Senders who want their orders cancelled when they are not heard, say so again in time, or don't. */
import type { Random } from '@mua/core/values';
import type { Simulation } from '#test/simulator/simulation.ts';

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
    simulation.run({ kind: 'setCancelAfter', accountId, timeoutMs, includesGoodTill: random.chance(0.3) });
  }

  sayAgain(): void {
    const [accountId, known] = [...this.simulation.state.cancelAfters][0] ?? [];
    if (accountId === undefined || !known) return;
    const { timeoutMs, includesGoodTill } = known;
    this.simulation.run({ kind: 'setCancelAfter', accountId, timeoutMs, includesGoodTill });
  }

  /** As a broker lets it pass that runs, that stands still for a while, or that hears nobody. */
  letTimePass(): void {
    const { random, simulation } = this;
    const ms = random.chance(0.9) ? random.between(100, 2_000) : random.between(4_500, 9_000);
    simulation.elapse(ms, random.chance(0.1));
  }
}
