/**
 * Brings a market's messages into their order, each once, and fills what was missed from a snapshot. Nobody waits here
 * and nothing is asked: remote-market.ts does that.
 *
 * A snapshot's parts are as of different moments. So each contract remembers its part's, and of the messages that came
 * meanwhile only the later ones count for it.
 */
import type { MarketMemory } from '#market/market-memory.ts';
import type { MarketMessage, SnapshotPart } from '#market/market-messages.ts';
import { TAPE_LENGTH } from '#market/quotes.ts';
import type { MarketMoment } from '#venue/port/engine-moment.ts';
import type { ContractUpdate } from '#venue/port/market-data.ts';

type Position = Pick<MarketMoment, 'epoch' | 'number'>;

/** So many messages that came before their turn are kept: some ten seconds. Of more the snapshot knows. */
const KEPT = 200;

type Memory = Pick<MarketMemory, 'take' | 'forget' | 'tape'>;

export class MarketReception {
  readonly #memory: Memory;
  /** Up to where the memory has everything. */
  #reached: Position | undefined;
  /** Up to where there is something, as far as is known here. */
  #newest: Position = { epoch: Number.NEGATIVE_INFINITY, number: 0 };
  /** Epochs that another one has followed. */
  readonly #gone = new Set<number>();
  /** Of the newest epoch, by number. */
  readonly #waiting = new Map<number, readonly ContractUpdate[]>();
  /** The number up to which a contract's part of a snapshot has everything. */
  readonly #partNumbers = new Map<string, number>();
  /** Contracts of which there was an update in this epoch. */
  readonly #seen = new Set<string>();

  constructor(memory: Memory) {
    this.#memory = memory;
  }

  /** The memory is that of the newest epoch. */
  get isKnown(): boolean {
    return this.#reached?.epoch === this.#newest.epoch;
  }

  /** Epoch zero before anything is known. */
  get reached(): Position {
    return this.#reached ?? { epoch: 0, number: 0 };
  }

  /** Who was met last; undefined before anybody was. */
  get newestEpoch(): number | undefined {
    return Number.isFinite(this.#newest.epoch) ? this.#newest.epoch : undefined;
  }

  get isWhole(): boolean {
    return this.hasReached(this.#newest);
  }

  hasReached({ epoch, number }: Position): boolean {
    if (!this.#reached) return false;
    return this.#reached.epoch === epoch ? this.#reached.number >= number : this.isOver(epoch);
  }

  /**
   * Another life of whoever tells is heard of that came later, as far as can be told: by its higher number, or because it
   * was met later. Whose number a clock that was set back has made too low is not over for whoever hears nobody else.
   */
  isOver(epoch: number): boolean {
    return epoch < this.#newest.epoch || (epoch !== this.#newest.epoch && this.#gone.has(epoch));
  }

  /** Of an epoch that is not over, or whose successors are not heard any more. */
  hear({ epoch, number, updates }: Position & Pick<MarketMessage, 'updates'>): void {
    this.#enter(epoch);
    this.#newest = { epoch, number: Math.max(this.#newest.number, number) };
    if (updates && !this.hasReached({ epoch, number })) this.#keep(number, updates);
    this.#advance();
  }

  /** All parts of a snapshot, of one epoch as above. */
  restore(parts: readonly [SnapshotPart, ...SnapshotPart[]]): void {
    const [{ epoch, number: fromNumber }] = parts;
    this.#enter(epoch);
    const before = this.#reached?.epoch === epoch ? this.#reached.number : undefined;
    if (before === undefined) {
      if (!this.#isSameMarket(parts)) this.#memory.forget();
      this.#partNumbers.clear();
      this.#seen.clear();
    }
    const updates: ContractUpdate[] = [];
    for (const { number, contracts } of parts) {
      this.#newest = { epoch, number: Math.max(this.#newest.number, number) };
      if (number <= (before ?? Number.NEGATIVE_INFINITY)) continue;
      for (const whole of contracts) {
        this.#partNumbers.set(whole.contractCode, number);
        updates.push(this.#joined(whole));
      }
    }
    this.#reached = { epoch, number: Math.max(before ?? fromNumber, fromNumber) };
    this.#take(updates);
    this.#advance();
  }

  #enter(epoch: number): void {
    if (epoch === this.#newest.epoch) return;
    this.#gone.add(this.#newest.epoch);
    this.#gone.delete(epoch);
    this.#newest = { epoch, number: 0 };
    this.#waiting.clear();
  }

  #keep(number: number, updates: readonly ContractUpdate[]): void {
    const [oldest] = this.#waiting.keys();
    if (this.#waiting.size >= KEPT && oldest !== undefined) this.#waiting.delete(oldest);
    this.#waiting.set(number, updates);
  }

  #advance(): void {
    if (!this.#reached || !this.isKnown) return;
    const { epoch } = this.#reached;
    let { number } = this.#reached;
    for (let next = this.#waiting.get(number + 1); next; next = this.#waiting.get(number + 1)) {
      number += 1;
      this.#reached = { epoch, number };
      this.#take(next.filter(({ contractCode }) => number > (this.#partNumbers.get(contractCode) ?? 0)));
    }
    for (const waiting of this.#waiting.keys()) if (waiting <= number) this.#waiting.delete(waiting);
  }

  /** Nobody knows what came before the first update of an epoch. */
  #take(updates: readonly ContractUpdate[]): void {
    const news = updates.map((update) => {
      if (this.#seen.has(update.contractCode)) return update;
      this.#seen.add(update.contractCode);
      return withGap(update);
    });
    if (news.length > 0) this.#memory.take(news);
  }

  /** Another tells of it, and some contract's last trade is where it was: an exchange that began anew has others. */
  #isSameMarket(parts: readonly SnapshotPart[]): boolean {
    return parts.some(({ contracts }) => contracts.some((whole) => this.#lastKnownIn(whole) >= 0));
  }

  /** Everything about a contract, less the trades that are known: listeners are told of each once. */
  #joined(whole: ContractUpdate): ContractUpdate {
    const { trades = [], contractCode } = whole;
    const lastAt = this.#lastKnownIn(whole);
    if (lastAt >= 0) {
      this.#seen.add(contractCode);
      return { ...whole, trades: trades.slice(lastAt + 1) };
    }
    const hadTrades = this.#memory.tape(contractCode, null, 1).length > 0;
    return hadTrades || trades.length >= TAPE_LENGTH ? withGap(whole) : whole;
  }

  /** Where the newest trade that is known here stands on a contract's tape; below 0 if it is not there. */
  #lastKnownIn({ contractCode, trades = [] }: ContractUpdate): number {
    const [last] = this.#memory.tape(contractCode, null, 1);
    return last ? trades.findLastIndex(({ tradeId }) => tradeId === last.tradeId) : -1;
  }
}

function withGap(update: ContractUpdate): ContractUpdate {
  return { ...update, hasGap: true };
}
