/** Fair prices that walk, jump and in crude oil cross zero; makers who quote around them, thin out or go; and what the engine is told of them. */
import type { Random } from '@mua/core/values';
import { CONTRACTS } from './stage.ts';
import type { World } from './world.ts';

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

export class Market {
  private readonly world: World;
  private readonly random: Random;
  private readonly fair: Map<string, number>;
  private readonly temper: Temper;

  /** Calm or wild, by the seed. */
  constructor(world: World, random: Random) {
    this.world = world;
    this.random = random;
    this.fair = new Map(CONTRACTS.map(({ code, startTicks }) => [code, startTicks]));
    this.temper = random.pick(TEMPERS);
  }

  fairTicks(contractCode: string): number {
    return this.fair.get(contractCode) ?? 0;
  }

  movePrices(): void {
    for (const { code } of CONTRACTS) if (this.random.chance(0.4)) this.movePrice(code);
  }

  private movePrice(code: string): void {
    const { random } = this;
    const before = this.fairTicks(code);
    const { jumpChance, jumpTicks, drift } = this.temper;
    const move = random.chance(jumpChance) ? random.between(-jumpTicks, jumpTicks) : random.between(-2, 2) + drift;
    const fair = before + move;
    this.fair.set(code, fair);
    const sides = move > 0 ? (['SELL', 'BUY'] as const) : (['BUY', 'SELL'] as const);
    for (const side of sides) {
      for (let level = 0; level < 3; level += 1) {
        const away = side === 'BUY' ? -1 - level : 1 + level;
        const id = `maker-${code}-${side === 'BUY' ? 'bid' : 'ask'}-${level}`;
        this.world.exchange.quote(code, id, side, fair + away, random.between(1, 12));
      }
    }
  }

  /** The makers of one contract go: whoever sells at market now finds nobody. */
  emptyBook(): void {
    const { code } = this.random.pick(CONTRACTS);
    for (let level = 0; level < 3; level += 1) {
      this.world.exchange.quote(code, `maker-${code}-bid-${level}`, 'BUY', 0, 0);
      this.world.exchange.quote(code, `maker-${code}-ask-${level}`, 'SELL', 0, 0);
    }
  }

  markPrices(): void {
    const { random } = this;
    const some = CONTRACTS.filter(() => random.chance(0.7));
    const prices = some.map(({ code }) => {
      const lastTicks = this.fairTicks(code);
      const [up, down] = [random.below(4), random.below(4)];
      return { contractCode: code, lastTicks, highTicks: lastTicks + up, lowTicks: lastTicks - down };
    });
    this.world.run({ kind: 'markPrices', prices });
  }
}
