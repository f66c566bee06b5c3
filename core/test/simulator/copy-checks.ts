/**
 * Follows copy trading in the auditor's own book, in the order of a step: what the command does, what is carried on for
 * a bounded number of followers, and what follows from prices. Each part says what the engine must have reported.
 */
import type { CommandBody, EngineEvent } from '@mua/core/engine';
import type { ModelCopy, ModelErrand } from '#test/simulator/copy-book.ts';
import { CopyCommand } from '#test/simulator/copy-commands.ts';
import { isSame } from '#test/simulator/copy-lists.ts';
import { checkPayments, type Payment, periodEnd } from '#test/simulator/copy-money-checks.ts';
import type { Model } from '#test/simulator/model.ts';
import type { Step } from '#test/simulator/simulation.ts';
import { covered } from '#test/simulator/sums.ts';
import { hold } from '#test/simulator/violation.ts';

const FOLLOWERS_AT_ONCE = 100;

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
  'changeStrategy',
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

class CopyingStep extends CopyCommand {
  learn(): readonly Payment[] {
    const { command } = this.step;
    const isErrandTime = this.model.copying.errands.length === 0 || command.kind === 'passTime';
    this.obey();
    this.noteFills();
    if (isErrandTime) this.carryOn();
    this.watch();
    const left = this.decisions.map(({ decision: { copyId, fill } }) => `${copyId} ${fill.fillId}`);
    hold(left.length === 0, 'a fill has its one decision where one is due', () => left.join());
    hold(this.reports.length === 0, 'a week is reported when it ends', () => `${this.reports[0]?.report.copyId}`);
    checkPayments(this.step, this.payments);
    this.checkReported();
    return this.payments;
  }

  /** Every fill of a leader whose strategy runs is owed to those who follow by now. */
  private noteFills(): void {
    const { copying } = this.model;
    for (const event of this.step.events) {
      if (event.kind !== 'orderFilled' && event.kind !== 'lateFillBooked') continue;
      const { execId: fillId, accountId, contractCode, side, lots, priceTicks } = event.fill;
      const strategy = copying.strategies.get(copying.leads.get(accountId) ?? '');
      if (strategy?.running !== 'ACTIVE') continue;
      const fill = { fillId, contractCode, side, lots, priceTicks, timeMs: this.step.command.timeMs };
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
      for (const copyId of this.waitsForLink(errand) ? [] : errand.left) {
        if (served === FOLLOWERS_AT_ONCE) break;
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

  private waitsForLink(errand: ModelErrand): boolean {
    const { model, step } = this;
    // Of a strategy that has ended nobody waits any more.
    if (errand.kind !== 'mirror' || !model.isLinkLost || !model.copying.strategies.has(errand.strategyId)) return false;
    return step.command.timeMs < errand.fill.timeMs + 60_000;
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
        if (copy.state !== 'CLOSING') this.close(copy, 'StrategyEnded');
        return;
    }
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
