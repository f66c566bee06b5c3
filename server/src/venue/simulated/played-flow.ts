/**
 * The flow of one contract as time passes, without a book: what the model trades in an interval brings takers. A market
 * that opens goes on from the last fifteen minutes of it, which need nothing but the seed and can be played in advance.
 */
import type { Lots, Ticks } from '@mua/core/values';
import { ContractFlow } from '#venue/simulated/flow.ts';
import type { ContractModel } from '#venue/simulated/model/contract-model.ts';

/** Ten half-lives of the offset, so that a restart continues at the market's price. */
const PLAYED_MS = 15 * 60_000;
/** So many of the last takers are remembered: the tape begins with them. */
const TAKERS_KEPT = 50;
/** While it plays, before the older ones are dropped. */
const TAKERS_HELD = 1_000;

/** Terms by a contract's place among the delivery months: front, second … */
export interface PlaceTerms {
  readonly intervalMs: number;
  readonly phaseMs: number;
  readonly spreadTicks: Ticks;
  readonly topLots: Lots;
}

export function isSamePlace(one: PlaceTerms, other: PlaceTerms): boolean {
  return (Object.keys(one) as (keyof PlaceTerms)[]).every((key) => one[key] === other[key]);
}

/** One taker of the past, at the makers' price. */
export interface PlayedTaker {
  readonly timeMs: number;
  /** Its place in its interval. */
  readonly index: number;
  readonly side: 1 | -1;
  readonly lots: Lots;
  readonly priceTicks: Ticks;
}

/** What a script says of an interval. */
export interface ScriptedInterval {
  readonly fairTicks: Ticks;
  /** Lots beyond what the model trades. */
  readonly calledLots: Lots;
  /** Nothing trades. */
  readonly isStill: boolean;
}

export class PlayedFlow {
  readonly flow: ContractFlow;
  readonly place: PlaceTerms;
  readonly #model: ContractModel;
  #takers: PlayedTaker[] = [];
  #lotsUntil = 0;
  #playedMs: number | null = null;

  constructor(
    contract: { readonly seed: number; readonly contractCode: string },
    model: ContractModel,
    place: PlaceTerms,
  ) {
    const { seed, contractCode } = contract;
    this.#model = model;
    this.place = place;
    this.flow = new ContractFlow({ seed, contractCode, ...place, minuteSigmaTicks: model.minuteSigmaTicks });
  }

  /** The end of the last interval that was played; null before the first. */
  get playedMs(): number | null {
    return this.#playedMs;
  }

  /** Of what was played by `playTo`, the newest last. */
  get takers(): readonly PlayedTaker[] {
    return this.#takers.slice(-TAKERS_KEPT);
  }

  /** Runs the interval that ends at an instant. */
  run(timeMs: number, { fairTicks, calledLots }: Omit<ScriptedInterval, 'isStill'>): void {
    const lotsUntil = this.#model.lotsUntil(timeMs);
    this.flow.runInterval(timeMs, fairTicks, lotsUntil - this.#lotsUntil + calledLots);
    this.#lotsUntil = lotsUntil;
    this.#playedMs = timeMs;
  }

  /** Plays the intervals that end by an instant: the fifteen minutes before it, or what came since the last one. */
  playTo(timeMs: number, script?: (timeMs: number) => ScriptedInterval): void {
    const { intervalMs, phaseMs } = this.place;
    const last = Math.floor((timeMs - phaseMs) / intervalMs) * intervalMs + phaseMs;
    const from = this.#playedMs ?? last - PLAYED_MS;
    if (this.#playedMs === null) this.#lotsUntil = this.#model.lotsUntil(from);
    for (let at = from + intervalMs; at <= last; at += intervalMs) {
      const interval = script?.(at) ?? { fairTicks: this.#model.fairTicks(at), calledLots: 0, isStill: false };
      this.run(at, interval);
      if (!interval.isStill) this.#note(at);
    }
  }

  #note(timeMs: number): void {
    const { takers, bestAsk, bestBid } = this.flow;
    for (const [index, { side, lots }] of takers.entries())
      this.#takers.push({ timeMs, index, side, lots, priceTicks: side > 0 ? bestAsk : bestBid });
    if (this.#takers.length > TAKERS_HELD) this.#takers = this.#takers.slice(-TAKERS_KEPT);
  }
}
