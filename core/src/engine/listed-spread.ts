/** A spread that is listed: what it is to orders follows from the contracts of its legs (record 189). */
import type { ListedContract } from '#engine/listed-contract.ts';
import type { Commodity } from '#instruments/commodity.ts';
import { type Spread, spreadOf } from '#instruments/spread.ts';
import type { SessionState } from '#values/trading-words.ts';

export class ListedSpread {
  readonly spread: Spread;
  readonly near: ListedContract;
  readonly far: ListedContract;

  constructor(near: ListedContract, far: ListedContract) {
    this.spread = spreadOf(near.contract, far.contract);
    this.near = near;
    this.far = far;
  }

  get legs(): readonly [ListedContract, ListedContract] {
    return [this.near, this.far];
  }

  get commodity(): Commodity {
    return this.near.commodity;
  }

  /** Open while both legs are. */
  get session(): SessionState {
    return this.near.session === 'OPEN' ? this.far.session : this.near.session;
  }

  get opensAtMs(): number | null {
    return this.near.session === 'OPEN' ? this.far.opensAtMs : this.near.opensAtMs;
  }

  get isHalted(): boolean {
    return this.near.isHalted || this.far.isHalted;
  }

  /** Both legs trade at one exchange. */
  get tradeDate(): string | null {
    return this.near.tradeDate;
  }
}
