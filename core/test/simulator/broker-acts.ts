/** Acts of the broker: halts, sessions, trade dates, close-outs, settlements, rates, margins, money, operators. */
import { accountEquityVnd, type Commodity, isBelow, shortfallVnd, tradeDateOf } from '@mua/core/engine';
import { addDays, type Random } from '@mua/core/values';
import type { Investors } from '#test/simulator/investors.ts';
import type { Market } from '#test/simulator/market.ts';
import { expectSound } from '#test/simulator/outcomes.ts';
import { ACCOUNTS, COMMODITIES, OWN_DATE_EXCHANGES, type SimulatedContract } from '#test/simulator/reference-data.ts';
import type { Simulation } from '#test/simulator/simulation.ts';
import { hold } from '#test/simulator/violation.ts';

const OPERATOR = 'lan';

/** In commands. A seed that ends no dates must forget its ended orders too, and list new months. */
const LONGEST_DATE = 4_000;

export class BrokerActs {
  private readonly simulation: Simulation;
  private readonly market: Market;
  private readonly investors: Investors;
  private readonly random: Random;
  private datesEndedAtSeq = 0;

  constructor(simulation: Simulation, market: Market, investors: Investors, random: Random) {
    this.simulation = simulation;
    this.market = market;
    this.investors = investors;
    this.random = random;
  }

  private get contracts(): readonly SimulatedContract[] {
    return this.simulation.listings.contracts;
  }

  // ---- sessions, halts, dates ----

  changeSession(): void {
    const { random, simulation } = this;
    const closed = this.contracts.filter(({ code }) => simulation.state.contracts.get(code)?.session !== 'OPEN');
    const { code } = random.pick(closed.length > 0 && random.chance(0.7) ? closed : this.contracts);
    if (simulation.state.contracts.get(code)?.session !== 'OPEN')
      return simulation.setSession(code, 'OPEN', { opensAtMs: null });
    const opensAtMs = simulation.state.timeMs + 60_000;
    const state = random.pick(['PAUSED', 'CLOSED'] as const);
    simulation.setSession(code, state, random.chance(0.4) ? { opensAtMs, isHalt: true } : { opensAtMs });
  }

  setHalt(): void {
    const { random, simulation } = this;
    const { all, contracts, accounts } = simulation.state.halts;
    const lift = random.chance(0.6);
    const kind = random.below(5);
    const operatorId = OPERATOR;
    const reason = lift ? null : 'drill';
    const [contract, account] = [[...contracts.keys()][0], [...accounts.keys()][0]];
    if (kind === 0 || (lift && all !== null)) {
      simulation.run({ kind: 'setTradingHalt', scope: { kind: 'all' }, reason, operatorId });
    } else if (kind < 3) {
      const contractCode = (lift ? contract : undefined) ?? random.pick(this.contracts).code;
      simulation.run({ kind: 'setTradingHalt', scope: { kind: 'contract', contractCode }, reason, operatorId });
      const operator = { operatorId, reason: 'drill' };
      simulation.run({ kind: 'noteVenueAct', act: 'startScenario', operator, contractCode, subject: 'halt' });
    } else {
      const accountId = (lift ? account : undefined) ?? random.pick(ACCOUNTS).accountId;
      simulation.run({ kind: 'setTradingHalt', scope: { kind: 'account', accountId }, reason, operatorId });
    }
  }

  /** The broker's date, or that of an exchange with its own. */
  endTradeDate(): void {
    const { random } = this;
    this.endDateOf(random.chance(0.5) ? random.pick(OWN_DATE_EXCHANGES) : undefined);
  }

  /** Where a seed ends no dates they end all the same, some thousand commands apart. */
  endOverdueDates(): void {
    const { seq } = this.simulation.state;
    if (seq < this.datesEndedAtSeq + LONGEST_DATE) return;
    this.datesEndedAtSeq = seq;
    for (const exchange of [...OWN_DATE_EXCHANGES, undefined]) this.endDateOf(exchange);
  }

  /** New months are listed, the date's contracts are settled, and the next date begins. */
  private endDateOf(exchange: (typeof OWN_DATE_EXCHANGES)[number] | undefined): void {
    const { simulation } = this;
    const { state } = simulation;
    const isOfCalendar = ({ exchange: its }: Commodity): boolean =>
      exchange ? its === exchange : !OWN_DATE_EXCHANGES.some((own) => own === its);
    const calendar = () =>
      this.contracts.flatMap(({ code }) => {
        const listed = state.contracts.get(code);
        return listed && isOfCalendar(listed.commodity) ? [listed] : [];
      });
    const dates = calendar().map((listed) => tradeDateOf(state, listed));
    const tomorrow = addDays(dates.sort().at(-1) ?? state.tradeDate, 1);
    const listings = simulation.listings.newMonths(tomorrow, isOfCalendar);
    for (const listing of listings) simulation.run(listing);
    // A new month begins on the broker's date: a calendar that is behind it comes up to it.
    const nextTradeDate = listings.length > 0 && state.tradeDate > tomorrow ? state.tradeDate : tomorrow;
    const ending = calendar();
    const settlements = ending.map(({ contract }) => ({
      contractCode: contract.code,
      settlementTicks: this.market.fairTicks(contract.code),
    }));
    simulation.run({ kind: 'settleContracts', settlements });
    simulation.run({ kind: 'endTradeDate', nextTradeDate, ...(exchange ? { exchanges: [exchange] } : {}) });
  }

  // ---- the expiry guard ----

  nearCloseOut(): void {
    const { random, simulation } = this;
    const { code } = random.pick(this.contracts);
    simulation.run({
      kind: 'nearCloseOut',
      contractCode: code,
      position: random.pick(['long', 'short'] as const),
      date: '2026-12-01',
      sessionsLeft: random.pick([12, 10, 7, 5, 3, 1]),
      deadlineMs: simulation.state.timeMs + 60_000,
    });
    this.noteAlert(code);
    this.noteAuditEnd();
    this.activateAgain();
  }

  /** Whoever crashed between the command and its note sends it once more: it must come to nothing. Draws nothing. */
  private activateAgain(): void {
    const { events } = this.simulation.run({ kind: 'activateAccount', accountId: 'an-1' });
    const changed = events.filter((event) => event.kind === 'accountChanged');
    hold(changed.length === 0, 'an activated account is not activated again', () => JSON.stringify(changed));
  }

  /** Somebody waited for the price of a contract that is in the news. Draws nothing, so that older seeds stay theirs. */
  private noteAlert(contractCode: string): void {
    const { simulation, market } = this;
    const { seq } = simulation.state;
    const lastTicks = market.fairTicks(contractCode);
    const [direction, priceTicks] =
      seq % 2 === 0 ? (['ABOVE', lastTicks - 1] as const) : (['BELOW', lastTicks] as const);
    const accountId = ACCOUNTS[seq % ACCOUNTS.length]?.accountId ?? 'an-1';
    const alert = { accountId, alertId: `alert-${seq}`, contractCode, direction, priceTicks, lastTicks, note: 'look' };
    const { events } = simulation.run({ kind: 'noteAlert', ...alert });
    const reported = events.filter(({ kind }) => kind === 'alertReached');
    hold(reported.length === 1, 'a triggered alert is reported once', () => `${alert.alertId}: ${reported.length}`);
  }

  /** The audit log has come further. Draws nothing. */
  private noteAuditEnd(): void {
    const { simulation } = this;
    const { seq, auditEnd } = simulation.state;
    const { events } = simulation.run({
      kind: 'noteAuditEnd',
      auditId: (auditEnd?.auditId ?? 0) + 1,
      hash: `row-${seq}`,
    });
    const noted = simulation.state.auditEnd;
    hold(events.length === 0, 'a row of the audit log causes nothing', () => JSON.stringify(events));
    hold(noted?.hash === `row-${seq}`, 'the newest row of the audit log is known', () => JSON.stringify(noted));
  }

  closeOut(): void {
    const position = this.random.pick(['long', 'short'] as const);
    this.simulation.run({ kind: 'closeOut', contractCode: this.random.pick(this.contracts).code, position });
  }

  /** When the last day is over; a careless operator does it any day. */
  settlePositions(isCareless: boolean): void {
    const { simulation, random } = this;
    const ended = this.contracts.filter(({ code }) => isCareless || simulation.hasEnded(code));
    if (ended.length === 0) return;
    const { code } = random.pick(ended);
    const settlementTicks = this.market.fairTicks(code);
    for (const position of ['long', 'short'] as const)
      simulation.run({ kind: 'settlePositions', contractCode: code, position, settlementTicks });
  }

  operatorLiquidates(): void {
    const { accountId, contractCode } = this.investors.holder();
    const id = this.investors.nextId('operator');
    const { events } = this.simulation.run({
      kind: 'liquidateContract',
      accountId,
      orderId: id,
      clientOrderId: id,
      contractCode,
      goFlat: this.random.chance(0.5),
      operator: { operatorId: OPERATOR, reason: 'asked by phone' },
    });
    if (accountId === 'dung-1') return;
    const isOpen = this.simulation.state.halts.all === null && !this.simulation.state.halts.contracts.has(contractCode);
    const others = ['OpenPositionNotFound', 'MarketClosed', 'ContractExpired'] as const;
    expectSound(events, isOpen ? others : [...others, 'TRADING_HALTED']);
  }

  // ---- figures and money ----

  /** At once, or dated a little ahead. */
  setConversionRate(): void {
    const { random, simulation } = this;
    const currency = random.pick(['USD', 'JPY'] as const);
    const base = currency === 'USD' ? 261_000_000n : 1_725_000n;
    const rateE4 = (base * BigInt(random.between(80, 130))) / 100n;
    simulation.run({ kind: 'setConversionRate', currency, fromMs: this.fromMs(), rateE4 });
  }

  changeMargin(): void {
    const { random, simulation } = this;
    const { code, initialMarginMinor } = random.pick(COMMODITIES);
    const known = simulation.state.commodities.get(code);
    const first = initialMarginMinor[0];
    if (!known || !first) return;
    const entry = { fromMs: this.fromMs(), value: (first.value * BigInt(random.between(70, 180))) / 100n };
    const others = known.initialMarginMinor.filter(({ fromMs }) => fromMs !== entry.fromMs);
    const margins = [...others, entry].sort((a, b) => a.fromMs - b.fromMs);
    simulation.run({ kind: 'defineCommodity', commodity: { ...known, initialMarginMinor: margins } });
  }

  private fromMs(): number {
    return this.simulation.state.timeMs + (this.random.chance(0.5) ? 0 : this.random.between(2, 20_000));
  }

  deposit(): void {
    const amountVnd = BigInt(this.random.between(1, 50)) * 1_000_000n;
    this.pay(this.investors.accountId(), amountVnd);
  }

  /** Exactly what is missing to a level, as the payment code asks for it; or part of a debt. */
  depositMissing(): void {
    const { random, simulation } = this;
    const percent = random.pick([100, 100, 70, 40]);
    const called = [...simulation.state.accounts.values()].flatMap((account) => {
      const equityVnd = accountEquityVnd(simulation.state, account);
      const solvency = { equityVnd, requiredVnd: account.requiredVnd };
      const debtVnd = -(simulation.state.balances.get(`deficit:${account.accountId}`) ?? 0n);
      const vnd = isBelow(solvency, percent) ? shortfallVnd(solvency, percent) : debtVnd;
      return vnd > 0n ? [{ accountId: account.accountId, vnd }] : [];
    });
    if (called.length === 0) return;
    const { accountId, vnd } = random.pick(called);
    this.pay(accountId, random.chance(0.8) ? vnd : vnd / 2n + 1n);
  }

  private pay(accountId: string, amountVnd: bigint): void {
    this.simulation.run({ kind: 'deposit', accountId, amountVnd, reference: this.investors.nextId('deposit') });
  }

  /** Long enough that countdowns run out, or just that a retry is due. */
  elapse(): void {
    const minute = 60_000;
    this.simulation.elapse(this.random.pick([500, 1_000, 2_000, 10_000, 5 * minute, 31 * minute, 150 * minute]));
  }

  /** Faults stop: all open, nothing halted, the link up. */
  restoreOrder(): void {
    const { simulation } = this;
    const operatorId = OPERATOR;
    simulation.findLink();
    const { all, contracts, accounts } = simulation.state.halts;
    if (all !== null) simulation.run({ kind: 'setTradingHalt', scope: { kind: 'all' }, reason: null, operatorId });
    for (const contractCode of [...contracts.keys()])
      simulation.run({ kind: 'setTradingHalt', scope: { kind: 'contract', contractCode }, reason: null, operatorId });
    for (const accountId of [...accounts.keys()])
      simulation.run({ kind: 'setTradingHalt', scope: { kind: 'account', accountId }, reason: null, operatorId });
    for (const { code } of this.contracts) simulation.setSession(code, 'OPEN', { opensAtMs: null });
  }
}
