/**
 * The listed contracts in the course of a simulation. Until December they are those of the opening; then, as a trade
 * date begins, each commodity's next delivery months are listed by the product's own rule, so that a simulation never
 * runs out of contracts. An ended one is removed when it has no holder and no live order.
 */
import {
  type CommandBody,
  type Commodity,
  type EngineState,
  type ListingRule,
  listContracts,
  tradeDateOf,
} from '@mua/core/engine';
import type { CivilDate } from '@mua/core/values';
import { COMMODITIES, CONTRACTS, FIRST_TRADE_DATE, type SimulatedContract } from '#test/simulator/reference-data.ts';

/** Some thousand steps from the start: what a short simulation does is as it was when nothing new was ever listed. */
const NEW_MONTHS_FROM: CivilDate = '2026-12-01';

/** How long a contract that is over is remembered: far longer than settling it takes. */
const REMEMBERED_CODES = 12;

const LAST_DAY_BEFORE_THE_MONTH = { kind: 'nthLastWeekday', nth: 1, month: -1 } as const;

/** As many months of each as the opening has. */
const RULES: Readonly<Record<string, ListingRule>> = {
  ZCE: { months: [3, 5, 7, 9, 12], listedAtOnce: 2, firstNotice: null, lastTrade: LAST_DAY_BEFORE_THE_MONTH },
  CLE: {
    months: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12],
    listedAtOnce: 2,
    firstNotice: null,
    lastTrade: LAST_DAY_BEFORE_THE_MONTH,
  },
  TRU: { months: [1, 3, 5, 7, 9, 11], listedAtOnce: 1, firstNotice: null, lastTrade: LAST_DAY_BEFORE_THE_MONTH },
};

export class Listings {
  private readonly stateOf: () => EngineState;
  private readonly known = new Map(CONTRACTS.map((contract) => [contract.code, contract]));

  constructor(stateOf: () => EngineState) {
    this.stateOf = stateOf;
  }

  /** What is traded, halted, settled now. */
  get contracts(): readonly SimulatedContract[] {
    if (this.state.tradeDate < NEW_MONTHS_FROM) return CONTRACTS;
    return [...this.known.values()].filter(({ code }) => this.isListed(code) && !this.isOver(code));
  }

  /** Nothing else is known of an order's contract but its code. */
  find(contractCode: string | undefined): SimulatedContract | undefined {
    return contractCode === undefined ? undefined : this.known.get(contractCode);
  }

  /** The trade date that an investor would name as today's; the opening's while only the opening is listed. */
  today(contractCode: string): CivilDate {
    const { state } = this;
    const listed = state.contracts.get(contractCode);
    return listed && state.tradeDate >= NEW_MONTHS_FROM ? tradeDateOf(state, listed) : FIRST_TRADE_DATE;
  }

  /** What a trade date brings to the contracts whose calendar it is. */
  newMonths(date: CivilDate, isOfCalendar: (commodity: Commodity) => boolean): CommandBody[] {
    if (this.state.tradeDate < NEW_MONTHS_FROM) return [];
    const commands: CommandBody[] = [];
    for (const commodity of COMMODITIES) {
      const rule = RULES[commodity.code];
      if (!rule || !isOfCalendar(commodity)) continue;
      for (const contract of listContracts(commodity, rule, date)) {
        if (this.isListed(contract.code)) continue;
        const { code, lastTradeDay } = contract;
        this.remember({ code, commodity, startTicks: 0, lastTradeDay });
        commands.push({ kind: 'listContract', contract, settlementTicks: null });
      }
    }
    return commands;
  }

  private remember(contract: SimulatedContract): void {
    this.known.delete(contract.code);
    this.known.set(contract.code, contract);
    for (const code of this.known.keys()) {
      if (this.known.size <= REMEMBERED_CODES) return;
      if (this.isOver(code)) this.known.delete(code);
    }
  }

  private get state(): EngineState {
    return this.stateOf();
  }

  private isListed(code: string): boolean {
    return this.state.contracts.has(code);
  }

  private isOver(code: string): boolean {
    const { contracts, holders, accounts } = this.state;
    const listed = contracts.get(code);
    const hasEnded = listed !== undefined && tradeDateOf(this.state, listed) > listed.contract.lastTradeDay;
    if (!hasEnded || (holders.get(code)?.size ?? 0) > 0) return false;
    for (const account of accounts.values()) if (account.holdings.has(code)) return false;
    return true;
  }
}
