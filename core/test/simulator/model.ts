/**
 * The auditor's model, updated by commands and events only, never from the engine's state. It can undo the steps that a
 * crash has lost.
 */
import type {
  CloseOutWindow,
  Command,
  Commodity,
  ConditionalOrder,
  Contract,
  Dated,
  InvestorKind,
  MarginState,
  Order,
  OrderDoubt,
  SelfLimits,
  Subscription,
  TradingRules,
} from '@mua/core/engine';
import type { Currency, SessionState, Side } from '@mua/core/values';
import { CopyBook } from '#test/simulator/copy-book.ts';
import { nearOf } from '#test/simulator/legs.ts';
import { UndoLog, UndoMap } from '#test/simulator/undo-log.ts';
import { Violation } from '#test/simulator/violation.ts';

export interface ModelLot {
  readonly fillId: string;
  readonly priceTicks: number;
  readonly lots: number;
}

export interface ModelPosition {
  readonly netLots: number;
  readonly notional: number;
  /** Oldest first. */
  readonly lots: readonly ModelLot[];
}

export interface ModelRoundTurn {
  readonly lots: number;
  readonly buyTicks: number;
  readonly sellTicks: number;
}

export interface AccountModel {
  readonly accountId: string;
  readonly investorId: string;
  readonly investorKind: InvestorKind;
  readonly isDemo: boolean;
  readonly isActivated: boolean;
  /** Orders that are not over. */
  readonly live: UndoMap<string, Order>;
  readonly positions: UndoMap<string, ModelPosition>;
  /** Conditional orders that wait. */
  readonly waiting: UndoMap<string, ConditionalOrder>;
}

export interface ModelContract {
  readonly contract: Contract;
  readonly commodityCode: string;
}

export interface ModelTerms {
  readonly rateE4: bigint;
  readonly tickValueMinor: bigint;
  readonly feeVnd: bigint;
  readonly perLotVnd: Readonly<Record<InvestorKind, bigint>>;
}

export interface ModelWithdrawal {
  readonly accountId: string;
  readonly amountVnd: bigint;
  readonly isApproved: boolean;
}

const FINAL: ReadonlySet<string> = new Set(['REJECTED', 'CANCELLED', 'FILLED', 'EXPIRED']);

export function isOver(order: Order): boolean {
  return FINAL.has(order.status);
}

/** Its cancel is pending until its status is known, or the exchange has refused it: nobody can do more now. */
export function isCancelHeldUp({ cancelWish, cancelRefusedMs }: Order): boolean {
  return cancelWish !== null || cancelRefusedMs !== null;
}

/** A sender of a sub-account who is waited for. */
export interface Absence {
  readonly accountId: string;
  readonly sender: string | undefined;
  readonly timeoutMs: number;
  readonly includesGoodTill: boolean;
  readonly dueMs: number;
}

export class Model {
  readonly log = new UndoLog();
  readonly accounts = this.map<string, AccountModel>();
  readonly copying = new CopyBook(this.log);
  readonly orders = this.map<string, Order>();
  /** The exchange is a foreign one: it may say what ours never would. */
  readonly isForeign: boolean;
  /** Lots that were booked, by execution id. */
  readonly fillIds = this.map<string, number>();
  /** Price of the near leg of a fill in a spread, by execution id, until the far leg is booked. */
  readonly nearLegs = this.map<string, number>();
  /** Lots that no order of ours could take, by execution id. */
  readonly suspended = this.map<string, number>();
  /** By order: the doubts that operators were notified of. */
  readonly doubts = this.map<string, readonly OrderDoubt['why'][]>();
  /** By order: what was filled when it was handed over last; the exchange counts from there. */
  readonly routedLots = this.map<string, number>();
  /** By order: when the exchange was last asked for its status. */
  readonly statusAskedMs = this.map<string, number>();
  /** By order: the most lots that were ever asked for, and every limit. */
  readonly mostLots = this.map<string, number>();
  readonly limits = this.map<string, readonly (number | null)[]>();
  /** Lots booked without a trade in the exchange's books, by order. */
  readonly madeUpLots = this.map<string, number>();
  readonly filled = this.map<string, { readonly lots: number; readonly notional: number }>();
  readonly clientOrders = this.map<string, string>();
  readonly conditionals = this.map<string, ConditionalOrder>();
  /** The one order that a conditional order has sent. */
  readonly children = this.map<string, string>();
  /** By closing order of a roll: the month that it opens. */
  readonly rolls = this.map<string, string>();
  /** Orders of pairs, each by the other; and those whose other one was filled or ended first. */
  readonly siblings = this.map<string, string>();
  readonly outdone = this.map<string, 'filled' | 'ended'>();
  readonly trails = this.map<string, { readonly bestTicks: number | null; readonly stopTicks: number | null }>();
  readonly balances = this.map<string, bigint>();
  /** Who holds a contract: `code account`. */
  readonly holders = this.map<string, AccountModel>();
  /** Whose the sides of a trade are, and whom they were not to meet: `trade side`. */
  readonly tradeSides = this.map<string, { readonly investorId: string; readonly avoids: string | undefined }>();
  readonly marks = this.map<string, number>();
  /** Of the last step that told of a contract's price. */
  readonly markedSeqs = this.map<string, number>();
  readonly settlements = this.map<string, number>();
  readonly sessions = this.map<string, SessionState>();
  /** `broker`, or a contract with a trade date of its own. */
  readonly tradeDates = this.map<string, string>();
  /** `all`, `contract X` or `account Y`. */
  readonly halts = this.map<string, true>();
  /** `code long` or `code short`. */
  readonly closeOutWindows = this.map<string, CloseOutWindow>();
  readonly selfLimits = this.map<string, { readonly now: SelfLimits; readonly next: SelfLimits | null }>();
  readonly dayBases = this.map<string, bigint>();
  readonly marginStates = this.map<string, MarginState>();
  /** Withdrawals that are held, by id, and their sum by account. */
  readonly withdrawals = this.map<string, ModelWithdrawal>();
  readonly held = this.map<string, bigint>();
  readonly endedWithdrawals = this.map<string, true>();
  /** Service packages by account, and what each request began. */
  readonly packages = this.map<string, Subscription>();
  readonly packageRequests = this.map<string, string>();
  /** What an account owes once the deposit of this step is in. */
  readonly debts = this.map<string, bigint>();
  /** The broker's trade date of an account's last margin call. */
  readonly calls = this.map<string, string>();
  /** Orders whose cancel was unanswered when the link went down. */
  readonly cancelling = this.map<string, true>();
  /** Orders that somebody entitled to has cancelled. */
  readonly unwanted = this.map<string, true>();
  /** By sub-account that is waited for; orders that went with one; when the last step was. */
  readonly absences = this.map<string, Absence>();
  readonly gone = this.map<string, true>();
  readonly lastStep = this.map<'timeMs', number>();
  /** What the exchange of an epoch was handed: `epoch order`. */
  readonly sent = this.map<string, true>();
  /** By order: when it was handed over last. */
  readonly lastSent = this.map<string, number>();
  /** Seq of the last fill in a contract that was not of a forced liquidation: `account code`. */
  readonly freeFills = this.map<string, number>();
  readonly contracts = this.map<string, ModelContract>();
  readonly link = this.map<'isLost', boolean>();
  private readonly epochs = this.map<'now', string>();
  private readonly rules = this.map<'rules', Dated<TradingRules>>();
  private readonly rates = this.map<Currency, Dated<bigint>>();
  private readonly commodities = this.map<string, Commodity>();
  private readonly terms = new Map<string, ModelTerms>();
  private rulesInForce: TradingRules | undefined;
  private termsUntilMs = 0;
  private timeMs = 0;

  constructor(isForeign = false) {
    this.isForeign = isForeign;
  }

  private map<K, V>(): UndoMap<K, V> {
    return new UndoMap<K, V>(this.log);
  }

  rollBack(seq: number): void {
    this.log.rollBack(seq);
    this.countTerms();
  }

  // ---- accounts ----

  openAccount(who: Pick<AccountModel, 'accountId' | 'investorId' | 'investorKind' | 'isDemo' | 'isActivated'>): void {
    this.accounts.set(who.accountId, { ...who, live: this.map(), positions: this.map(), waiting: this.map() });
  }

  account(accountId: string): AccountModel {
    const account = this.accounts.get(accountId);
    if (!account) throw new Violation('an account that is named exists', accountId);
    return account;
  }

  netLots(account: AccountModel, contractCode: string): number {
    return account.positions.get(contractCode)?.netLots ?? 0;
  }

  /** Lots that an order of this side would close. */
  openLots(account: AccountModel, contractCode: string, side: Side): number {
    const netLots = this.netLots(account, contractCode);
    return Math.max(0, side === 'BUY' ? -netLots : netLots);
  }

  setPosition(account: AccountModel, contractCode: string, position: ModelPosition): void {
    if (position.netLots === 0) {
      account.positions.delete(contractCode);
      this.holders.delete(`${contractCode} ${account.accountId}`);
    } else {
      account.positions.set(contractCode, position);
      this.holders.set(`${contractCode} ${account.accountId}`, account);
    }
  }

  balance(ledgerAccount: string): bigint {
    return this.balances.get(ledgerAccount) ?? 0n;
  }

  marginStateOf(accountId: string): MarginState {
    return this.marginStates.get(accountId) ?? { rung: 'NONE', deadlineMs: null, isLiquidating: false };
  }

  // ---- the market ----

  /** A spread stands where its legs stand. */
  session(code: string): SessionState | undefined {
    const [near, far] = code.split('-').map((leg) => this.sessions.get(leg));
    return near === 'OPEN' && far !== undefined ? far : near;
  }

  tradeDate(code: string): string {
    return this.tradeDates.get(nearOf(code)) ?? this.tradeDates.get('broker') ?? '';
  }

  isHalted(code: string): boolean {
    return this.halts.has('all') || code.split('-').some((leg) => this.halts.has(`contract ${leg}`));
  }

  get isLinkLost(): boolean {
    return this.link.get('isLost') ?? false;
  }

  /** Of the exchange that is up, or was last. */
  get epoch(): string {
    return this.epochs.get('now') ?? '';
  }

  noteEpoch(epoch: string): void {
    this.epochs.set('now', epoch);
    this.link.set('isLost', false);
  }

  /** An operator was notified of it. */
  isInDoubt(orderId: string): boolean {
    return this.doubts.has(orderId);
  }

  hasEnded(contractCode: string): boolean {
    return this.tradeDate(contractCode) > this.contract(contractCode).contract.lastTradeDay;
  }

  /** Orders in it reach the exchange and meet a market. */
  isTradable(contractCode: string): boolean {
    return this.session(contractCode) === 'OPEN' && !this.isHalted(contractCode) && !this.isLinkLost;
  }

  mark(contractCode: string): number | null {
    return this.marks.get(contractCode) ?? this.settlements.get(contractCode) ?? null;
  }

  /** Of a spread its near month, with which it ends. */
  contract(code: string): ModelContract {
    const contract = this.contracts.get(nearOf(code));
    if (!contract) throw new Violation('a contract that is named is listed', code);
    return contract;
  }

  commodity(contractCode: string): Commodity {
    const commodity = this.commodities.get(this.contract(contractCode).commodityCode);
    if (!commodity) throw new Violation('a listed contract has a commodity', contractCode);
    return commodity;
  }

  // ---- dated figures ----

  addRules(fromMs: number, rules: TradingRules): void {
    this.rules.set('rules', dated(this.rules.get('rules'), fromMs, rules));
    this.countTerms();
  }

  addRate(currency: Currency, fromMs: number, rateE4: bigint): void {
    this.rates.set(currency, dated(this.rates.get(currency), fromMs, rateE4));
    this.countTerms();
  }

  addCommodity(commodity: Commodity): void {
    this.commodities.set(commodity.code, commodity);
    this.countTerms();
  }

  get rulesNow(): TradingRules {
    const rules = this.rulesInForce;
    if (!rules) throw new Violation('there are rules', `at ${this.timeMs}`);
    return rules;
  }

  /** True when a dated figure has changed on the way. */
  moveTime(timeMs: number): void {
    this.timeMs = timeMs;
    if (timeMs >= this.termsUntilMs) this.countTerms();
  }

  termsOf(contractCode: string): ModelTerms {
    const terms = this.terms.get(this.contract(contractCode).commodityCode);
    if (!terms) throw new Violation('exposure has terms', contractCode);
    return terms;
  }

  private countTerms(): void {
    const { timeMs } = this;
    const histories: (Dated<unknown> | undefined)[] = [this.rules.get('rules'), ...this.rates.values()];
    const rules = valueAt(this.rules.get('rules'), timeMs);
    this.rulesInForce = rules;
    this.terms.clear();
    if (!rules) return;
    for (const commodity of this.commodities.values()) {
      histories.push(commodity.initialMarginMinor);
      const marginMinor = valueAt(commodity.initialMarginMinor, timeMs);
      const rateE4 = valueAt(this.rates.get(commodity.currency), timeMs);
      if (marginMinor === undefined || rateE4 === undefined) continue;
      const perLot = (kind: InvestorKind): bigint => {
        const percent = commodity.feeClass === 'lme' ? 100 : rules.marginPercent[kind];
        const scaled = marginMinor * rateE4 * BigInt(percent);
        return (scaled + 99_999_999n) / 100_000_000n;
      };
      this.terms.set(commodity.code, {
        rateE4,
        tickValueMinor: commodity.tickValueMinor,
        feeVnd: rules.feeVnd[commodity.feeClass],
        perLotVnd: { individual: perLot('individual'), business: perLot('business') },
      });
    }
    this.termsUntilMs = Math.min(...histories.map((history) => nextMs(history, timeMs)));
  }
}

function dated<T>(history: Dated<T> | undefined, fromMs: number, value: T): Dated<T> {
  const others = (history ?? []).filter((entry) => entry.fromMs !== fromMs);
  return [...others, { fromMs, value }].sort((a, b) => a.fromMs - b.fromMs);
}

export function valueAt<T>(history: Dated<T> | undefined, timeMs: number): T | undefined {
  return (history ?? []).filter((entry) => entry.fromMs <= timeMs).at(-1)?.value;
}

function nextMs(history: Dated<unknown> | undefined, timeMs: number): number {
  return (history ?? []).find((entry) => entry.fromMs > timeMs)?.fromMs ?? Number.POSITIVE_INFINITY;
}

/** First in, first out: what a fill leaves of a position, and the pairs it settles. */
export function fifo(
  before: ModelPosition | undefined,
  fill: { readonly fillId: string; readonly side: Side; readonly priceTicks: number; readonly lots: number },
): { position: ModelPosition; roundTurns: ModelRoundTurn[] } {
  const { fillId, side, priceTicks } = fill;
  const { netLots = 0, lots: open = [] } = before ?? {};
  const sign = side === 'BUY' ? 1 : -1;
  const lots = [...open];
  const roundTurns: ModelRoundTurn[] = [];
  let left = fill.lots;
  while (left > 0 && netLots * sign < 0 && lots[0]) {
    const [oldest] = lots;
    const met = Math.min(left, oldest.lots);
    const [buyTicks, sellTicks] = side === 'BUY' ? [priceTicks, oldest.priceTicks] : [oldest.priceTicks, priceTicks];
    roundTurns.push({ lots: met, buyTicks, sellTicks });
    left -= met;
    if (met === oldest.lots) lots.shift();
    else lots[0] = { ...oldest, lots: oldest.lots - met };
  }
  if (left > 0) lots.push({ fillId, priceTicks, lots: left });
  const notional = lots.reduce((sum, lot) => sum + lot.lots * lot.priceTicks, 0);
  return { position: { netLots: netLots + sign * fill.lots, notional, lots }, roundTurns };
}

/** After these what was due meanwhile is looked at. */
export function mayFireAgain(command: Command): boolean {
  if (command.kind === 'setTradingHalt') return command.reason === null;
  return command.kind === 'restartVenue' || command.kind === 'resyncVenue';
}
