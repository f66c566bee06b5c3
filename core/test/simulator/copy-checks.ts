/**
 * Follows copy trading in the auditor's own book, in the order of a step: what the command does, what is carried on for
 * a bounded number of followers, and what follows from prices. Each part says what the engine must have reported.
 */
import type { CommandBody, CopyDecision, CopyRecord, CopyWeekReport, EngineEvent } from '@mua/core/engine';
import { type CopyEnd, maxBigint, type RefusalCode } from '@mua/core/values';
import type { Audit } from '#test/simulator/audit.ts';
import type { ModelCopy, ModelErrand, ModelStrategy } from '#test/simulator/copy-book.ts';
import { checkDecision } from '#test/simulator/copy-decisions.ts';
import {
  checkPayments,
  checkWeek,
  isOtherWeek,
  MoneyThen,
  type Payment,
  periodEnd,
} from '#test/simulator/copy-money-checks.ts';
import type { Model } from '#test/simulator/model.ts';
import type { Step } from '#test/simulator/simulation.ts';
import { covered } from '#test/simulator/sums.ts';
import { hold, Violation } from '#test/simulator/violation.ts';

const FOLLOWERS_PER_COMMAND = 100;

const NOTHING: readonly Payment[] = [];

/** After the fills and the money of the step are known. What followers have paid. */
export function learnCopying(model: Model, step: Step): readonly Payment[] {
  const isAbout = step.events.some(({ kind }) => ABOUT.has(kind));
  if (!isAbout && model.copying.strategies.size === 0 && !COMMANDS.has(step.command.kind)) return NOTHING;
  return new CopyingStep(model, step).learn();
}

const ABOUT: ReadonlySet<EngineEvent['kind']> = new Set([
  'strategyChanged',
  'copyChanged',
  'copyDecided',
  'copyWeekEnded',
]);

const COMMANDS: ReadonlySet<CommandBody['kind']> = new Set([
  'publishStrategy',
  'runStrategy',
  'stopStrategy',
  'reviewStrategy',
  'followStrategy',
  'pauseCopy',
  'resumeCopy',
  'leaveCopy',
  'closeCopy',
  'closeCopied',
  'fundCopy',
]);

type Of<K extends CommandBody['kind']> = Extract<CommandBody, { kind: K }>;
type At<T> = T & { readonly at: number };

class CopyingStep {
  private readonly model: Model;
  private readonly step: Step;
  private readonly money: MoneyThen;
  private readonly payments: Payment[] = [];
  private readonly decisions: At<{ readonly decision: CopyDecision }>[] = [];
  private readonly reports: At<{ readonly report: CopyWeekReport }>[] = [];
  private readonly records: At<{ readonly copy: CopyRecord }>[] = [];
  private readonly refused: RefusalCode | undefined;
  private readonly sentNow = new Set<string>();
  /** Copies whose change must be reported. */
  private readonly changed = new Set<string>();

  constructor(model: Model, step: Step) {
    this.model = model;
    this.step = step;
    this.money = new MoneyThen(model, step);
    for (const [at, event] of step.events.entries()) {
      if (event.kind === 'copyDecided') this.decisions.push({ at, decision: event.decision });
      if (event.kind === 'copyWeekEnded') this.reports.push({ at, report: event.report });
      if (event.kind === 'copyChanged') this.records.push({ at, copy: event.copy });
      if (event.kind === 'commandRefused') this.refused ??= event.refusal.code;
    }
  }

  learn(): readonly Payment[] {
    this.obey();
    this.noteFills();
    this.carryOn();
    this.watch();
    const left = this.decisions.map(({ decision: { copyId, fill } }) => `${copyId} ${fill.fillId}`);
    hold(left.length === 0, 'a fill has its one decision where one is due', () => left.join());
    hold(this.reports.length === 0, 'a week is reported when it ends', () => `${this.reports[0]?.report.copyId}`);
    checkPayments(this.step, this.payments);
    this.checkReported();
    return this.payments;
  }

  // ---- the command ----

  private obey(): void {
    const { command } = this.step;
    switch (command.kind) {
      case 'publishStrategy':
        return this.publish(command);
      case 'reviewStrategy':
        return this.review(command);
      case 'runStrategy':
      case 'stopStrategy':
        return this.runOrStop(command);
      case 'followStrategy':
        return this.follow(command);
      case 'pauseCopy':
      case 'resumeCopy':
      case 'leaveCopy':
      case 'closeCopy':
        return this.move(command);
      case 'closeCopied':
        return this.closeOne(command);
      case 'liquidateContract':
        return this.liquidate(command);
      case 'fundCopy':
        return this.fund(command);
      case 'endTradeDate':
        return command.exchanges ? undefined : this.roll();
      default:
    }
  }

  /** True when the command was to be refused, with this code. */
  private isRefused(...reasons: readonly (readonly [RefusalCode, boolean])[]): boolean {
    const due = reasons.find(([, isSo]) => isSo)?.[0];
    const { command } = this.step;
    hold(
      this.refused === due,
      'a command of copying is refused for its reason',
      () => `${command.kind} ${this.refused}, not ${due}`,
    );
    return due !== undefined;
  }

  private publish({ accountId, strategyId, terms }: Of<'publishStrategy'>): void {
    const { model, step } = this;
    const known = model.copying.strategies.get(strategyId);
    const account = model.accounts.get(accountId);
    const isUnknown = ['InvestorTradingAccountNotFound', !account] as const;
    const isInactive = ['InvestorTradingAccountNotAllowed', account?.isActivated === false] as const;
    if (known) {
      const isRefused = this.isRefused(
        isUnknown,
        isInactive,
        ['StrategyNotFound', known.accountId !== accountId],
        ['StrategyMoveNotAllowed', known.running !== 'NOT_STARTED'],
      );
      if (!isRefused) this.setStrategy({ ...known, terms, approval: 'PENDING' });
      return;
    }
    const isRefused = this.isRefused(
      isUnknown,
      isInactive,
      ['SubAccountLeads', model.copying.leads.has(accountId)],
      ['SubAccountFollows', model.copying.follows.has(accountId)],
    );
    if (isRefused || !account) return;
    model.copying.leads.set(accountId, strategyId);
    this.setStrategy({
      ...{ strategyId, accountId, investorId: account.investorId, isDemo: account.isDemo, terms },
      ...{ approval: 'PENDING', running: 'NOT_STARTED', publishedSeq: step.command.seq, heldAtEnd: null },
    });
  }

  private setStrategy(strategy: ModelStrategy): void {
    const { strategyId, approval, running, terms } = strategy;
    this.model.copying.strategies.set(strategyId, strategy);
    const isReported = this.step.events.some(
      (event) =>
        event.kind === 'strategyChanged' &&
        event.strategy.strategyId === strategyId &&
        event.strategy.approval === approval &&
        event.strategy.running === running &&
        event.strategy.terms === terms,
    );
    hold(
      isReported,
      'a strategy is approved before it runs, and reported',
      () => `${strategyId} ${approval} ${running}`,
    );
  }

  private review({ strategyId, verdict }: Of<'reviewStrategy'>): void {
    const known = this.model.copying.strategies.get(strategyId);
    const isOpen = known?.approval === 'PENDING' && known.running === 'NOT_STARTED';
    const isRefused = this.isRefused(['StrategyNotFound', !known], ['StrategyMoveNotAllowed', !isOpen]);
    if (known && !isRefused) this.setStrategy({ ...known, approval: verdict });
  }

  private runOrStop({ kind, accountId, strategyId }: Of<'runStrategy' | 'stopStrategy'>): void {
    const { model } = this;
    const isOwn = model.copying.leads.get(accountId) === strategyId;
    const known = isOwn ? model.copying.strategies.get(strategyId) : undefined;
    const runs = known?.approval === 'APPROVED' && known.running === 'NOT_STARTED';
    const may = kind === 'runStrategy' ? runs : known?.running !== 'ENDED';
    if (this.isRefused(['StrategyNotFound', !known], ['StrategyMoveNotAllowed', !may]) || !known) return;
    if (kind === 'runStrategy') return this.setStrategy({ ...known, running: 'ACTIVE' });
    const heldAtEnd = new Map(model.account(accountId).positions);
    this.setStrategy({ ...known, running: 'ENDED', heldAtEnd });
    model.copying.leads.delete(accountId);
    this.owe({ kind: 'end', strategyId });
    model.copying.forget(strategyId);
  }

  private owe(errand: Pick<ModelErrand, 'kind' | 'strategyId'>): void {
    const { copying } = this.model;
    const left = copying.followersOf(errand.strategyId);
    if (left.length > 0) copying.errands = [...copying.errands, { ...errand, left } as ModelErrand];
  }

  private follow(command: Of<'followStrategy'>): void {
    const { model, step } = this;
    const { copying } = model;
    const { accountId, strategyId, copyId, ratioBasisPoints, maxLossVnd, copiesOpenPositions } = command;
    const known = copying.copies.get(copyId);
    if (known) {
      const isSame = known.accountId === accountId && known.strategyId === strategyId;
      this.isRefused(['IDEMPOTENCY_MISMATCH', !isSame]);
      return;
    }
    const account = model.accounts.get(accountId);
    const strategy = copying.strategies.get(strategyId);
    const terms = strategy?.terms;
    const before = this.money.equity.bind(this.money);
    const isInUse = (): boolean =>
      account !== undefined &&
      (account.positions.size > 0 || account.waiting.size > 0 || hasEarlier(account.live.values(), step));
    const isRefused = this.isRefused(
      ['InvestorTradingAccountNotFound', !account],
      ['InvestorTradingAccountNotAllowed', account?.isActivated === false],
      ['StrategyNotFound', !strategy],
      ['StrategyNotApproved', strategy?.approval !== 'APPROVED'],
      ['StrategyNotRunning', strategy?.running !== 'ACTIVE'],
      ['OwnStrategy', strategy?.investorId === account?.investorId],
      ['DemoLiveMismatch', strategy?.isDemo !== account?.isDemo],
      ['SubAccountLeads', copying.leads.has(accountId)],
      ['SubAccountFollows', copying.follows.has(accountId)],
      ['SubAccountInUse', isInUse()],
      ['StrategyFull', terms !== undefined && copying.followersOf(strategyId).length >= terms.maxFollowers],
      ['FollowAmountTooSmall', terms !== undefined && !!account && before(accountId, 0) < terms.minFollowVnd],
      ['CopyFeeTooDear', terms !== undefined && !!account && spendableFlat(this.money, accountId) < terms.copyFeeVnd],
    );
    if (isRefused || !strategy || !terms || !account) return;
    const at = this.records.find(({ copy }) => copy.copyId === copyId)?.at ?? 0;
    const startMs = step.command.timeMs;
    const equity = before(accountId, 0) - terms.copyFeeVnd;
    const paidSince = this.today;
    copying.begin({
      ...{ copyId, strategyId, accountId, ratioBasisPoints, maxLossVnd, startedMs: startMs },
      ...{ state: 'ACTIVE', end: null, fundsVnd: equity, paidSince },
      week: { startMs, startEquityVnd: equity, fundChangedVnd: 0n, highEquityVnd: equity },
      ...{ paidUntil: periodEnd(paidSince, paidSince, terms.feePeriod), before: new Map() },
    });
    hold(this.money.equity(accountId, at) === equity, 'a copy begins with what is left after its fee', () => copyId);
    this.pay({ type: 'copy-fee', from: accountId, to: strategy.accountId, amountVnd: terms.copyFeeVnd });
    this.changed.add(copyId);
    const leader = model.account(strategy.accountId);
    for (const contractCode of leader.positions.keys()) {
      const copy = copying.copies.get(copyId);
      if (!copy) continue;
      if (copiesOpenPositions) this.mirrorHeld(copy, contractCode);
      else copying.startFromNow(copy, contractCode, leader);
    }
  }

  /** As if it were filled now, at the last price. */
  private mirrorHeld(copy: ModelCopy, contractCode: string): void {
    const { model } = this;
    const strategy = model.copying.strategyOf(copy);
    const priceTicks = model.mark(contractCode);
    const netLots = strategy ? model.netLots(model.account(strategy.accountId), contractCode) : 0;
    if (priceTicks === null || netLots === 0) return;
    const fill = { contractCode, side: netLots > 0 ? 'BUY' : 'SELL', lots: Math.abs(netLots), priceTicks } as const;
    const taken = this.takeDecision(
      (one) =>
        one.copyId === copy.copyId && one.fill.contractCode === contractCode && one.fill.priceTicks === priceTicks,
    );
    this.decide(copy, fill, taken?.decision);
  }

  private move({ kind, accountId, copyId }: Of<'pauseCopy' | 'resumeCopy' | 'leaveCopy' | 'closeCopy'>): void {
    const copy = this.ownCopy(accountId, copyId);
    const isClosing = copy?.state === 'CLOSING' && (kind === 'pauseCopy' || kind === 'resumeCopy');
    if (this.isRefused(['NotFound', !copy], ['CopyMoveNotAllowed', isClosing]) || !copy) return;
    this.changed.add(copyId);
    if (kind === 'leaveCopy') return this.close(copy, 'Follower');
    const states = { pauseCopy: 'PAUSED', resumeCopy: 'ACTIVE', closeCopy: 'CLOSING' } as const;
    const end = kind === 'closeCopy' ? (copy.end ?? 'Follower') : copy.end;
    this.model.copying.change(copyId, { state: states[kind], end });
  }

  private ownCopy(accountId: string, copyId: string): ModelCopy | undefined {
    const copy = this.model.copying.copies.get(copyId);
    return copy?.accountId === accountId ? copy : undefined;
  }

  private closeOne({ accountId, copyId, contractCode }: Of<'closeCopied'>): void {
    const { model } = this;
    const copy = this.ownCopy(accountId, copyId);
    const isHeld = copy !== undefined && model.account(accountId).positions.has(contractCode);
    const isHalted = model.isHalted(contractCode) || model.halts.has(`account ${accountId}`);
    const isRefused = this.isRefused(
      ['NotFound', !copy],
      ['OpenPositionNotFound', !isHeld],
      ['MarketClosed', model.sessions.get(contractCode) !== 'OPEN'],
      ['TRADING_HALTED', isHalted],
    );
    if (!isRefused && copy) this.startFromNow(copy, contractCode);
  }

  /** Whoever closes what was copied does not want it back. */
  private liquidate({ accountId, contractCode, operator }: Of<'liquidateContract'>): void {
    const copy = this.model.copying.copyOf(accountId);
    const isRepeated = this.step.events.some(({ kind }) => kind === 'orderRepeated');
    if (copy && !operator && !isRepeated && this.refused === undefined) this.startFromNow(copy, contractCode);
  }

  private startFromNow(copy: ModelCopy, contractCode: string): void {
    const { model } = this;
    const strategy = model.copying.strategyOf(copy);
    if (strategy) model.copying.startFromNow(copy, contractCode, model.account(strategy.accountId));
  }

  private fund({ accountId, copyId, moveId, otherAccountId, amountVnd }: Of<'fundCopy'>): void {
    const { model, money } = this;
    const copy = this.ownCopy(accountId, copyId);
    const [own, other] = [model.accounts.get(accountId), model.accounts.get(otherAccountId)];
    const isOwn = own !== other && own?.investorId === other?.investorId && own?.isDemo === other?.isDemo;
    const isRepeated = copy !== undefined && other !== undefined && model.copying.hasMoved(copyId, moveId);
    if (isRepeated) {
      this.isRefused();
      return;
    }
    const [gives, takes] = amountVnd > 0n ? [otherAccountId, accountId] : [accountId, otherAccountId];
    const amount = amountVnd > 0n ? amountVnd : -amountVnd;
    const isThere = copy !== undefined && other !== undefined && isOwn;
    const [most, free] = isThere ? [money.spendable(gives, 0), money.free(gives, 0)] : [0n, 0n];
    const isMore = amount > most;
    const isRefused = this.isRefused(
      ['NotFound', !isThere],
      ['NotWithdrawMargin', isMore && most === 0n],
      ['WithdrawAmountExceeded', isMore && amount > free],
      ['AmountExceededRemainingMargin', isMore],
    );
    if (isRefused) return;
    model.copying.noteMove(copyId, moveId);
    this.pay({ type: 'transfer', from: gives, to: takes, amountVnd: amount });
    model.copying.fundsChanged(gives, -amount);
    model.copying.fundsChanged(takes, amount);
    this.changed.add(copyId);
  }

  private roll(): void {
    const { command, events } = this.step;
    const began = events.find((event) => event.kind === 'tradeDateBegan');
    if (command.kind !== 'endTradeDate' || began?.kind !== 'tradeDateBegan') return;
    const endsWeek = began.endedDate !== '' && isOtherWeek(began.endedDate, command.nextTradeDate);
    for (const { strategyId } of this.strategies()) this.owe({ kind: 'roll', strategyId, endsWeek } as ModelErrand);
  }

  private strategies(): ModelStrategy[] {
    return [...this.model.copying.strategies.values()].sort((a, b) => a.publishedSeq - b.publishedSeq);
  }

  /** Every fill of a leader whose strategy runs is owed to those who follow by now. */
  private noteFills(): void {
    const { copying } = this.model;
    for (const event of this.step.events) {
      if (event.kind !== 'orderFilled' && event.kind !== 'lateFillBooked') continue;
      const { execId: fillId, accountId, contractCode, side, lots, priceTicks } = event.fill;
      const strategy = copying.strategies.get(copying.leads.get(accountId) ?? '');
      if (strategy?.running !== 'ACTIVE') continue;
      const fill = { fillId, contractCode, side, lots, priceTicks };
      this.owe({ kind: 'mirror', strategyId: strategy.strategyId, fill } as ModelErrand);
    }
  }

  // ---- what goes on for all followers ----

  private carryOn(): void {
    const { copying } = this.model;
    if (copying.errands.length === 0) return;
    let served = 0;
    const rest: ModelErrand[] = [];
    for (const errand of copying.errands) {
      let done = 0;
      for (const copyId of errand.left) {
        if (served === FOLLOWERS_PER_COMMAND) break;
        done += 1;
        const copy = copying.copies.get(copyId);
        if (!copy) continue;
        served += 1;
        this.serve(errand, copy);
      }
      if (done < errand.left.length) rest.push({ ...errand, left: errand.left.slice(done) });
    }
    copying.errands = rest;
  }

  private serve(errand: ModelErrand, copy: ModelCopy): void {
    switch (errand.kind) {
      case 'mirror': {
        const { fill } = errand;
        const taken = this.takeDecision((one) => one.copyId === copy.copyId && one.fill.fillId === fill.fillId);
        const isClosing = copy.state === 'CLOSING' || this.cushionOf(copy, taken?.at ?? this.step.events.length) <= 0n;
        if (!isClosing) return this.decide(copy, fill, taken?.decision);
        return hold(!taken, 'what closes or has lost its most copies nothing', () => `${copy.copyId} ${fill.fillId}`);
      }
      case 'roll':
        return this.beginDate(copy, errand.endsWeek);
      case 'end':
        return this.close(copy, 'StrategyEnded');
    }
  }

  private takeDecision(
    isSuch: (decision: CopyDecision) => boolean,
  ): At<{ readonly decision: CopyDecision }> | undefined {
    const index = this.decisions.findIndex(({ decision }) => isSuch(decision));
    return index < 0 ? undefined : this.decisions.splice(index, 1)[0];
  }

  private decide(copy: ModelCopy, fill: Parameters<typeof checkDecision>[2], decision: CopyDecision | undefined): void {
    const { model, step, sentNow } = this;
    if (decision) {
      const { fillId, contractCode, side, lots, priceTicks } = decision.fill;
      const key = `${fillId} ${copy.copyId}`;
      hold(!model.copying.decided.has(key), 'a fill is decided once for each follower, ever', () => key);
      model.copying.decided.set(key, true);
      const isFill =
        contractCode === fill.contractCode &&
        side === fill.side &&
        lots === fill.lots &&
        priceTicks === fill.priceTicks &&
        decision.strategyId === copy.strategyId &&
        decision.accountId === copy.accountId;
      hold(isFill, 'a decision names its fill', () => key);
    }
    checkDecision({ model, step, sentNow }, copy, fill, decision);
    if (decision?.order) sentNow.add(decision.order.orderId);
  }

  /** Weeks end, and copy fees of a new period are due. */
  private beginDate(copy: ModelCopy, endsWeek: boolean): void {
    const { model, money } = this;
    const { copyId, accountId, paidSince, paidUntil } = copy;
    const strategy = model.copying.strategyOf(copy);
    if (!strategy) return;
    if (endsWeek) this.endWeek(copy);
    if (paidUntil < this.today && copy.state !== 'CLOSING') {
      const amountVnd = strategy.terms.copyFeeVnd;
      const record = this.records.find((one) => one.copy.copyId === copyId);
      const isEnded = record?.copy.end === 'FeeNotPaid';
      // The fee comes first in what is posted for this copy after its week.
      const spendable = money.spendable(accountId, (record?.at ?? 0) - (isEnded || amountVnd === 0n ? 0 : 2));
      hold(
        isEnded === amountVnd > spendable,
        'a copy fee that can’t be paid ends the copy',
        () => `${copyId} ${amountVnd} of ${spendable}`,
      );
      this.changed.add(copyId);
      const now = model.copying.copies.get(copyId);
      if (isEnded && now) return this.close(now, 'FeeNotPaid', endsWeek);
      this.pay({ type: 'copy-fee', from: accountId, to: strategy.accountId, amountVnd });
      model.copying.change(copyId, { paidUntil: periodEnd(paidSince, this.today, strategy.terms.feePeriod) });
    }
    if (endsWeek) this.changed.add(copyId);
  }

  private endWeek(copy: ModelCopy): void {
    const { model, step, money } = this;
    const at = this.reports.findIndex(({ report }) => report.copyId === copy.copyId);
    const [report] = at < 0 ? [] : this.reports.splice(at, 1);
    const strategy = model.copying.strategyOf(copy);
    if (!report || !strategy) throw new Violation('a week is reported when it ends', copy.copyId);
    const { feeVnd, next } = checkWeek({ step, money }, { copy, strategy }, report);
    this.pay({ type: 'performance-fee', from: copy.accountId, to: strategy.accountId, amountVnd: feeVnd });
    model.copying.change(copy.copyId, { week: next });
  }

  /** The last report with its fee; the sub-account is its owner's again. */
  private close(copy: ModelCopy, end: CopyEnd, isReported = false): void {
    if (!isReported) this.endWeek(copy);
    const record = this.records.findLast((one) => one.copy.copyId === copy.copyId)?.copy;
    const isClosed = record?.state === 'CLOSED' && record.end === end;
    hold(isClosed, 'a copy that has ended is closed', () => `${copy.copyId} ${end}, reported ${record?.end}`);
    this.changed.delete(copy.copyId);
    this.model.copying.end(copy);
  }

  private pay(payment: Payment): void {
    const { model, step } = this;
    const { from, to, amountVnd } = payment;
    if (amountVnd === 0n) return;
    this.payments.push(payment);
    // Today's loss counts from the equity of the new date, whose payments are in it already.
    if (step.command.kind === 'endTradeDate' && !step.command.exchanges) return;
    model.dayBases.set(from, (model.dayBases.get(from) ?? 0n) - amountVnd);
    model.dayBases.set(to, (model.dayBases.get(to) ?? 0n) + amountVnd);
  }

  private get today(): string {
    return this.model.tradeDates.get('broker') ?? '';
  }

  // ---- what follows from the step ----

  /** The loss limit, in the step of its price; and closings that are done. */
  private watch(): void {
    const { model } = this;
    for (const copy of [...model.copying.copies.values()]) {
      const { copyId, accountId, end } = copy;
      if (copy.state !== 'CLOSING') this.watchLoss(copy);
      const now = model.copying.copies.get(copyId);
      const account = model.account(accountId);
      const isFlat = now?.state === 'CLOSING' && account.positions.size === 0 && account.live.size === 0;
      if (now && isFlat) this.close(now, end ?? 'MaxLoss');
      else if (now?.state === 'CLOSING' && copy.state !== 'CLOSING') this.checkClosing(now);
    }
  }

  private watchLoss(copy: ModelCopy): void {
    const { model } = this;
    const { copyId } = copy;
    const record = this.records.find((one) => one.copy.copyId === copyId && one.copy.end === 'MaxLoss');
    const cushion = this.cushionOf(copy, record?.at ?? this.step.events.length);
    const isClosing = record !== undefined;
    hold(
      isClosing === cushion <= 0n,
      'a copy closes in the step that reaches its loss limit, and never before',
      () => `${copyId} ${cushion}`,
    );
    if (!isClosing) return;
    this.changed.add(copyId);
    model.copying.change(copyId, { state: 'CLOSING', end: 'MaxLoss' });
  }

  /** What is left to lose, before an event of the step. */
  private cushionOf({ accountId, fundsVnd, maxLossVnd }: ModelCopy, at: number): bigint {
    const { money } = this;
    return money.equity(accountId, at) - fundsVnd + money.givenBackLater(accountId, at) + maxLossVnd;
  }

  /** All that can be traded now is on its way to be closed. */
  private checkClosing({ copyId, accountId }: ModelCopy): void {
    const { model } = this;
    const account = model.account(accountId);
    for (const [contractCode, { netLots }] of account.positions) {
      if (!model.isTradable(contractCode) || model.hasEnded(contractCode) || !account.isDemo) continue;
      let closing = 0;
      for (const order of account.live.values())
        if (order.isForceSell && order.contractCode === contractCode) closing += covered(order);
      hold(
        closing >= Math.abs(netLots),
        'a copy that closes is closed at once',
        () => `${copyId} ${contractCode} ${closing}`,
      );
    }
  }

  /** Each change is reported in its final form. */
  private checkReported(): void {
    for (const copyId of this.changed) {
      const copy = this.model.copying.copies.get(copyId);
      const record = this.records.findLast((one) => one.copy.copyId === copyId)?.copy;
      if (copy) hold(record?.state === copy.state && isSame(copy, record), 'a copy is reported as it is', () => copyId);
    }
  }
}

function hasEarlier(orders: Iterable<{ readonly receivedSeq: number }>, { command }: Step): boolean {
  for (const { receivedSeq } of orders) if (receivedSeq < command.seq) return true;
  return false;
}

/** Nothing is open: all that is free could be withdrawn. */
function spendableFlat(money: MoneyThen, accountId: string): bigint {
  return maxBigint(0n, money.free(accountId, 0));
}

type Facts = Pick<CopyRecord, 'state' | 'end' | 'fundsVnd' | 'paidUntil' | 'week' | 'ratioBasisPoints' | 'maxLossVnd'>;

function isSame(copy: ModelCopy, seen: Facts | undefined): boolean {
  return (
    seen?.state === copy.state &&
    seen.end === copy.end &&
    seen.fundsVnd === copy.fundsVnd &&
    seen.paidUntil === copy.paidUntil &&
    seen.ratioBasisPoints === copy.ratioBasisPoints &&
    seen.maxLossVnd === copy.maxLossVnd &&
    seen.week.startMs === copy.week.startMs &&
    seen.week.startEquityVnd === copy.week.startEquityVnd &&
    seen.week.fundChangedVnd === copy.week.fundChangedVnd &&
    seen.week.highEquityVnd === copy.week.highEquityVnd
  );
}

/** After a step: who follows what is in every list once, and what has closed is in none. */
export function checkCopies({ model, state }: Pick<Audit, 'model' | 'state'>): void {
  const { copies, strategies } = state.copying;
  const { copying } = model;
  const isCounted = copies.size === copying.copies.size && strategies.size === copying.strategies.size;
  hold(isCounted, 'closed copies are in no list', () => `${copies.size}, not ${copying.copies.size}`);
  let followers = 0;
  for (const { strategyId, copies: followersNow } of strategies.values()) {
    followers += followersNow.length;
    const known = copying.followersOf(strategyId);
    const isSameList =
      known.length === followersNow.length && followersNow.every(({ copyId }, at) => copyId === known[at]);
    hold(isSameList, 'closed copies are in no list', () => strategyId);
  }
  hold(followers === copies.size, 'closed copies are in no list', () => `${followers} of ${copies.size}`);
  let closing = 0;
  for (const copy of copying.copies.values()) {
    const has = copies.get(copy.copyId);
    hold(isSame(copy, has), 'a copy is what the book says', () => `${copy.copyId} ${has?.state} ${copy.state}`);
    if (copy.state === 'CLOSING') closing += 1;
  }
  hold(closing === state.copying.closing.size, 'closed copies are in no list', () => `${closing} are closing`);
  for (const [accountId, account] of state.accounts) {
    const isHeld = account.copy?.copyId === copying.follows.get(accountId);
    const isLed = account.strategy?.strategyId === copying.leads.get(accountId);
    hold(isHeld && isLed, 'closed copies are in no list', () => accountId);
  }
}

/** A closing copy gets on: an order is under way, a retry is due, or nothing of its can be traded now. */
export function checkClosings({ model, state, step }: Pick<Audit, 'model' | 'state' | 'step'>): void {
  for (const { copyId, retryMs, accountId } of state.copying.closing) {
    const account = model.account(accountId);
    if (retryMs > step.command.timeMs || model.isLinkLost || !account.isDemo) continue;
    const isUnderWay = [...account.live.values()].some((order) => order.isForceSell);
    const canTrade = [...account.positions.keys()].some((code) => model.isTradable(code) && !model.hasEnded(code));
    hold(isUnderWay || !canTrade, 'a closing copy never stalls', () => `${copyId} at seq ${step.command.seq}`);
  }
}

/** A following sub-account has no orders but copies and closings, and each avoids its leader. */
export function checkCopyOrders({ model, step }: Audit): void {
  if (model.copying.strategies.size === 0) return;
  const decided = new Set<string>();
  for (const event of step.events)
    if (event.kind === 'copyDecided' && event.decision.order) decided.add(event.decision.order.orderId);
  for (const event of step.events) {
    if (event.kind === 'orderChanged' && event.order.receivedSeq === step.command.seq && event.order.refusal === null) {
      const { orderId, accountId, isForceSell, conditionalOrderId } = event.order;
      const isCopy = decided.delete(orderId);
      if (!isCopy && model.copying.follows.has(accountId))
        hold(isForceSell && conditionalOrderId === null, 'a follower sends copies and closings only', () => orderId);
    }
  }
  hold(decided.size === 0, 'a copy order is what was decided', () => [...decided].join());
}

/** Whom an order that goes to the exchange must not meet there. */
export function learnAvoids(model: Model, orderId: string, avoids: string | undefined): void {
  const accountId = model.orders.get(orderId)?.accountId;
  const strategy = accountId === undefined ? undefined : model.copying.strategyOf(model.copying.copyOf(accountId));
  if (strategy) hold(avoids === strategy.investorId, 'a follower never trades with its leader', () => orderId);
  if (avoids !== undefined) model.copying.avoids.set(orderId, avoids);
}
