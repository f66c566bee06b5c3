/**
 * Fair prices that walk, jump and in crude oil cross zero; makers who quote around them, thin out or leave; and the
 * marks that the engine gets.
 */
import type { Random } from '@mua/core/values';
import { CONTRACTS, type SimulatedContract } from '#test/simulator/reference-data.ts';
import type { Simulation } from '#test/simulator/simulation.ts';

interface Temper {
  readonly jumpChance: number;
  readonly jumpTicks: number;
  readonly drift: number;
}

const TEMPERS: readonly Temper[] = [
  { jumpChance: 0.02, jumpTicks: 20, drift: 0 },
  { jumpChance: 0.1, jumpTicks: 60, drift: 0 },
  { jumpChance: 0.15, jumpTicks: 160, drift: 0 },
  { jumpChance: 0.05, jumpTicks: 40, drift: -3 },
  { jumpChance: 0.05, jumpTicks: 40, drift: 3 },
];

/** Farther from zero every market comes back: a long simulation must stay one in which there is trade. */
const FAR_TICKS = 6_000;

export class Market {
  private readonly simulation: Simulation;
  private readonly random: Random;
  private readonly fair: Map<string, number>;
  private readonly temper: Temper;
  private readonly isThin: boolean;

  /** Calm or wild, by the seed. */
  constructor(simulation: Simulation, random: Random, isThin = false) {
    this.isThin = isThin;
    this.simulation = simulation;
    this.random = random;
    this.fair = new Map(CONTRACTS.map(({ code, startTicks }) => [code, startTicks]));
    this.temper = random.pick(TEMPERS);
  }

  private get contracts(): readonly SimulatedContract[] {
    return this.simulation.listings.contracts;
  }

  /** A new month begins where its commodity's others are. */
  fairTicks(contractCode: string): number {
    const known = this.fair.get(contractCode);
    if (known !== undefined) return known;
    const commodity = this.simulation.listings.find(contractCode)?.commodity;
    const others = this.contracts.filter((other) => other.commodity === commodity && this.fair.has(other.code));
    const ticks = this.fair.get(others.at(-1)?.code ?? '') ?? 0;
    this.fair.set(contractCode, ticks);
    return ticks;
  }

  movePrices(): void {
    for (const { code } of this.contracts) if (this.random.chance(0.4)) this.movePrice(code);
  }

  private movePrice(code: string): void {
    const { random } = this;
    const before = this.fairTicks(code);
    const { jumpChance, jumpTicks } = this.temper;
    const drift = Math.abs(before) > FAR_TICKS ? -Math.sign(before) * 3 : this.temper.drift;
    const move = random.chance(jumpChance) ? random.between(-jumpTicks, jumpTicks) : random.between(-2, 2) + drift;
    const fair = before + move;
    this.fair.set(code, fair);
    const sides = move > 0 ? (['SELL', 'BUY'] as const) : (['BUY', 'SELL'] as const);
    for (const side of sides) {
      for (let level = 0; level < 3; level += 1) {
        const ticks = 1 + (this.isThin ? level * toCollarEdge(fair) : level);
        const away = side === 'BUY' ? -ticks : ticks;
        const id = `maker-${code}-${side === 'BUY' ? 'bid' : 'ask'}-${level}`;
        this.simulation.exchange.quote(code, id, side, fair + away, random.between(1, 12));
      }
    }
  }

  /** The makers of one contract go: whoever sells at market now finds nobody. */
  emptyBook(): void {
    const { code } = this.random.pick(this.contracts);
    for (let level = 0; level < 3; level += 1) {
      this.simulation.exchange.quote(code, `maker-${code}-bid-${level}`, 'BUY', 0, 0);
      this.simulation.exchange.quote(code, `maker-${code}-ask-${level}`, 'SELL', 0, 0);
    }
  }

  markPrices(): void {
    const { random } = this;
    const some = this.contracts.filter(() => random.chance(0.7));
    const prices = some.map(({ code }) => {
      const lastTicks = this.fairTicks(code);
      const [up, down] = [random.below(4), random.below(4)];
      return { contractCode: code, lastTicks, highTicks: lastTicks + up, lowTicks: lastTicks - down };
    });
    this.simulation.run({ kind: 'markPrices', prices });
  }
}

/** From the touch to the first price that a market order must not take, where 2 % is no whole number of ticks. */
export function toCollarEdge(fairTicks: number): number {
  return Math.max(10, Math.ceil(Math.abs(fairTicks) / 50));
}
