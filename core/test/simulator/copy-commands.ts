/** What each command of copy trading does to the auditor's own book, and for which reason it is refused. */
import { maxBigint, type RefusalCode } from '@mua/core/values';
import type { ModelCopy, ModelErrand, ModelStrategy } from '#test/simulator/copy-book.ts';
import { isOtherWeek, type MoneyThen, periodEnd, shareOwed } from '#test/simulator/copy-money-checks.ts';
import { CopyStep, type Of } from '#test/simulator/copy-step.ts';
import type { Step } from '#test/simulator/simulation.ts';
import { hold } from '#test/simulator/violation.ts';

export class CopyCommand extends CopyStep {
  protected obey(): void {
    const { command } = this.step;
    switch (command.kind) {
      case 'publishStrategy':
      case 'changeStrategy':
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

  private publish({ kind, accountId, strategyId, terms }: Of<'publishStrategy' | 'changeStrategy'>): void {
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
      ['StrategyNotFound', kind === 'changeStrategy'],
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
    const may = verdict === 'STOPPED' ? known?.running !== 'ENDED' : isOpen;
    const isRefused = this.isRefused(['StrategyNotFound', !known], ['StrategyMoveNotAllowed', !may]);
    if (!known || isRefused) return;
    if (verdict === 'STOPPED') this.end(known);
    else this.setStrategy({ ...known, approval: verdict });
  }

  private runOrStop({ kind, accountId, strategyId }: Of<'runStrategy' | 'stopStrategy'>): void {
    const { model } = this;
    const isOwn = model.copying.leads.get(accountId) === strategyId;
    const known = isOwn ? model.copying.strategies.get(strategyId) : undefined;
    const runs = known?.approval === 'APPROVED' && known.running === 'NOT_STARTED';
    const may = kind === 'runStrategy' ? runs : known?.running !== 'ENDED';
    if (this.isRefused(['StrategyNotFound', !known], ['StrategyMoveNotAllowed', !may]) || !known) return;
    if (kind === 'runStrategy') return this.setStrategy({ ...known, running: 'ACTIVE' });
    this.end(known);
  }

  private end(known: ModelStrategy): void {
    const { model } = this;
    const { accountId, strategyId } = known;
    const heldAtEnd = new Map(model.account(accountId).positions);
    this.setStrategy({ ...known, running: 'ENDED', heldAtEnd });
    model.copying.leads.delete(accountId);
    this.owe({ kind: 'end', strategyId });
    model.copying.forget(strategyId);
  }

  private follow(command: Of<'followStrategy'>): void {
    const { model, step } = this;
    const { copying } = model;
    const { accountId, strategyId, copyId, ratioBasisPoints, maxLossVnd, copiesOpenPositions } = command;
    const known = copying.copies.get(copyId);
    if (known) {
      const isOwn = known.accountId === accountId && known.strategyId === strategyId;
      const isSame = isOwn && known.ratioBasisPoints === ratioBasisPoints && known.maxLossVnd === maxLossVnd;
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
    const terms = `${otherAccountId} ${amountVnd}`;
    const moved = copy && other && model.copying.moved(copyId, moveId);
    if (moved !== undefined) {
      this.isRefused(['IDEMPOTENCY_MISMATCH', moved !== terms]);
      return;
    }
    const [gives, takes] = amountVnd > 0n ? [otherAccountId, accountId] : [accountId, otherAccountId];
    const amount = amountVnd > 0n ? amountVnd : -amountVnd;
    const isThere = copy !== undefined && other !== undefined && isOwn;
    const owed = isThere ? shareOwed(model, gives, money.equity(gives, 0)) : 0n;
    const most = isThere ? maxBigint(0n, money.spendable(gives, 0) - owed) : 0n;
    const free = isThere ? money.free(gives, 0) - owed : 0n;
    const isMore = amount > most;
    const isRefused = this.isRefused(
      ['NotFound', !isThere],
      ['NotWithdrawMargin', isMore && most === 0n],
      ['WithdrawAmountExceeded', isMore && amount > free],
      ['AmountExceededRemainingMargin', isMore],
    );
    if (isRefused) return;
    model.copying.noteMove(copyId, moveId, terms);
    const left = this.pay({ type: 'transfer', from: gives, to: takes, amountVnd: amount });
    model.copying.fundsChanged(gives, -amount);
    model.copying.fundsChanged(takes, left);
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
}

function hasEarlier(orders: Iterable<{ readonly receivedSeq: number }>, { command }: Step): boolean {
  for (const { receivedSeq } of orders) if (receivedSeq < command.seq) return true;
  return false;
}

/** Nothing is open: all that is free could be withdrawn. */
function spendableFlat(money: MoneyThen, accountId: string): bigint {
  return maxBigint(0n, money.free(accountId, 0));
}
