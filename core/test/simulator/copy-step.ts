/** One step of copy trading in the auditor's own book: what it reported, and what any part of it may take of that. */
import type { CommandBody, CopyDecision, CopyRecord, CopyWeekReport } from '@mua/core/engine';
import type { CopyEnd, RefusalCode } from '@mua/core/values';
import type { ModelCopy, ModelErrand } from '#test/simulator/copy-book.ts';
import { checkDecision } from '#test/simulator/copy-decisions.ts';
import { checkWeek, MoneyThen, type Payment } from '#test/simulator/copy-money-checks.ts';
import type { Model } from '#test/simulator/model.ts';
import type { Step } from '#test/simulator/simulation.ts';
import { hold, Violation } from '#test/simulator/violation.ts';

export type Of<K extends CommandBody['kind']> = Extract<CommandBody, { kind: K }>;
type At<T> = T & { readonly at: number };

export class CopyStep {
  protected readonly model: Model;
  protected readonly step: Step;
  protected readonly money: MoneyThen;
  protected readonly payments: Payment[] = [];
  protected readonly decisions: At<{ readonly decision: CopyDecision }>[] = [];
  protected readonly reports: At<{ readonly report: CopyWeekReport }>[] = [];
  protected readonly records: At<{ readonly copy: CopyRecord }>[] = [];
  protected readonly refused: RefusalCode | undefined;
  private readonly repaid = new Set<object>();
  protected readonly sentNow = new Set<string>();
  /** Copies whose change must be reported. */
  protected readonly changed = new Set<string>();

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

  protected owe(errand: Pick<ModelErrand, 'kind' | 'strategyId'>): void {
    const { copying } = this.model;
    const left = copying.followersOf(errand.strategyId);
    if (left.length > 0) copying.errands = [...copying.errands, { ...errand, left } as ModelErrand];
  }

  protected takeDecision(
    isSuch: (decision: CopyDecision) => boolean,
  ): At<{ readonly decision: CopyDecision }> | undefined {
    const index = this.decisions.findIndex(({ decision }) => isSuch(decision));
    return index < 0 ? undefined : this.decisions.splice(index, 1)[0];
  }

  protected decide(
    copy: ModelCopy,
    fill: Parameters<typeof checkDecision>[2],
    decision: CopyDecision | undefined,
  ): void {
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

  protected endWeek(copy: ModelCopy): void {
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
  protected close(copy: ModelCopy, end: CopyEnd, isReported = false): void {
    if (!isReported) this.endWeek(copy);
    const record = this.records.findLast((one) => one.copy.copyId === copy.copyId)?.copy;
    const isClosed = record?.state === 'CLOSED' && record.end === end;
    hold(isClosed, 'a copy that has ended is closed', () => `${copy.copyId} ${end}, reported ${record?.end}`);
    this.changed.delete(copy.copyId);
    this.model.copying.end(copy);
  }

  /** Returns what a debt leaves of it to whom it is paid. */
  protected pay(payment: Payment): bigint {
    const { model, step } = this;
    const { from, to, amountVnd } = payment;
    if (amountVnd === 0n) return 0n;
    this.payments.push(payment);
    const left = this.leftOf(to, amountVnd);
    // Today's loss counts from the equity of the new date, whose payments are in it already.
    if (step.command.kind === 'endTradeDate' && !step.command.exchanges) return left;
    model.dayBases.set(from, (model.dayBases.get(from) ?? 0n) - amountVnd);
    model.dayBases.set(to, (model.dayBases.get(to) ?? 0n) + left);
    return left;
  }

  /** The books say whether a debt was paid back rightly. */
  private leftOf(accountId: string, amountVnd: bigint): bigint {
    let left = amountVnd;
    for (const event of this.step.events) {
      const posting = event.kind === 'moneyPosted' ? event.posting : undefined;
      if (posting?.type !== 'deficit-repaid' || posting.accountId !== accountId || this.repaid.has(posting)) continue;
      this.repaid.add(posting);
      left += posting.amountVnd;
      if (left <= 0n) break;
    }
    return left;
  }

  protected get today(): string {
    return this.model.tradeDates.get('broker') ?? '';
  }
}
