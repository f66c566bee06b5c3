/**
 * Computes what a price must fire, the slow way: every order that waits with the broker, one by one. Trailing stops are
 * followed here too, for comparison with the engine's.
 */
import type { ConditionalOrder, PriceMark } from '@mua/core/engine';
import type { Audit } from '#test/simulator/audit.ts';
import { sideIn } from '#test/simulator/legs.ts';
import type { Model } from '#test/simulator/model.ts';
import { isCancelHeldUp, isOver, mayFireAgain } from '#test/simulator/model.ts';
import type { Step } from '#test/simulator/simulation.ts';
import { hold, Violation } from '#test/simulator/violation.ts';

interface Trail {
  readonly bestTicks: number | null;
  readonly stopTicks: number | null;
}

/** By id of the order that waits. */
export interface Expectations {
  readonly isReached: ReadonlyMap<string, boolean>;
  readonly trails: ReadonlyMap<string, Trail>;
  /** Trails that changed in the very step of the last price: before or after it, nobody can tell from outside. */
  readonly unsure: ReadonlySet<string>;
}

const NOTHING: Expectations = { isReached: new Map(), trails: new Map(), unsure: new Set() };

/** Before the model learns the step. Whether anything may fire is asked after it: a link may be back by then. */
export function expectTriggers(model: Model, { command }: Step): Expectations {
  if (command.kind !== 'markPrices' && !mayFireAgain(command)) return NOTHING;
  const prices = command.kind === 'markPrices' ? command.prices : lastPrices(model);
  const isReached = new Map<string, boolean>();
  const trails = new Map<string, Trail>();
  const unsure = new Set<string>();
  for (const mark of prices) {
    if (!model.contracts.has(mark.contractCode)) continue;
    const markedSeq = model.markedSeqs.get(mark.contractCode) ?? 0;
    /** Null where nobody can tell. */
    const markFor = ({ changedSeq }: { readonly changedSeq: number }): PriceMark | null => {
      if (changedSeq === markedSeq) return null;
      const { contractCode, lastTicks } = mark;
      return changedSeq > markedSeq ? { contractCode, lastTicks, highTicks: lastTicks, lowTicks: lastTicks } : mark;
    };
    for (const account of model.accounts.values()) {
      for (const conditional of account.waiting.values()) {
        if (conditional.contractCode !== mark.contractCode) continue;
        const { conditionalOrderId: id } = conditional;
        if (conditional.armedLots === 0) {
          isReached.set(id, false);
          continue;
        }
        const own = markFor(conditional);
        if (!own) {
          unsure.add(id);
          continue;
        }
        const isExit = conditional.kind === 'TPSL' && isExitReached(conditional, own);
        if (conditional.trail === null) {
          isReached.set(id, isExit);
          continue;
        }
        const { reached, trail } = followTrail(conditional, model.trails.get(id), own);
        isReached.set(id, isExit || reached);
        trails.set(id, trail);
      }
      for (const order of account.live.values()) {
        if (order.contractCode !== mark.contractCode || !order.isHeldByUs || order.stopPriceTicks === null) continue;
        const own = markFor(order);
        if (!own) continue;
        const isDue =
          order.side === 'BUY' ? own.highTicks >= order.stopPriceTicks : own.lowTicks <= order.stopPriceTicks;
        isReached.set(order.orderId, isDue);
      }
    }
  }
  return { isReached, trails, unsure };
}

function lastPrices(model: Model): PriceMark[] {
  return [...model.marks].map(([contractCode, lastTicks]) => ({
    ...{ contractCode, lastTicks, highTicks: lastTicks, lowTicks: lastTicks },
  }));
}

function isExitReached(
  { side, takeProfitTicks: profit, stopLossTicks: loss }: ConditionalOrder,
  mark: PriceMark,
): boolean {
  const [above, below] = side === 'SELL' ? [profit, loss] : [loss, profit];
  return (above !== null && mark.highTicks >= above) || (below !== null && mark.lowTicks <= below);
}

/** Held against the step as it stood before, then moved by the good extreme, then held against the last price. */
function followTrail(
  conditional: ConditionalOrder,
  known: Trail | undefined,
  mark: PriceMark,
): { reached: boolean; trail: Trail } {
  const sells = conditional.side === 'SELL';
  const isAt = (stop: number | null, price: number): boolean =>
    stop !== null && (sells ? price <= stop : price >= stop);
  const before: Trail = known ?? { bestTicks: null, stopTicks: null };
  if (isAt(before.stopTicks, sells ? mark.lowTicks : mark.highTicks)) return { reached: true, trail: before };
  const good = sells ? mark.highTicks : mark.lowTicks;
  const isBetter = before.bestTicks === null || (sells ? good > before.bestTicks : good < before.bestTicks);
  if (!isBetter) return { reached: isAt(before.stopTicks, mark.lastTicks), trail: before };
  const stop = stopAt(conditional, good);
  const tighter =
    before.stopTicks === null ? stop : sells ? Math.max(stop, before.stopTicks) : Math.min(stop, before.stopTicks);
  const trail = { bestTicks: good, stopTicks: tighter };
  return { reached: isAt(tighter, mark.lastTicks), trail };
}

function stopAt({ side, trail }: ConditionalOrder, best: number): number {
  if (trail === null) throw new Violation('a trailing stop has a distance', `${best}`);
  const distance =
    trail.kind === 'ticks' ? trail.ticks : Math.max(1, Math.floor((Math.abs(best) * trail.basisPoints) / 10_000));
  return side === 'SELL' ? best - distance : best + distance;
}

/** After the model has learnt the step. */
export function checkTriggers(audit: Audit, { isReached, trails, unsure }: Expectations): void {
  const { model, state, step } = audit;
  learnTrails(audit);
  for (const id of unsure) {
    const { bestTicks = null, currentStopTicks = null } = state.conditionals.get(id) ?? {};
    model.trails.set(id, { bestTicks, stopTicks: currentStopTicks });
  }
  for (const [id, isAt] of isReached) {
    const conditional = model.conditionals.get(id);
    const { contractCode } = conditional ?? model.orders.get(id) ?? {};
    const reached = isAt && contractCode !== undefined && model.isTradable(contractCode);
    if (conditional) {
      const hasFired = conditional.triggeredMs === step.command.timeMs;
      hold(reached || !hasFired, 'nothing fires before its price', () => `${id} at seq ${step.command.seq}`);
      const waits = conditional.status === 'PENDING_ACTIVATION';
      hold(
        !reached || !waits || mayWait(model, conditional),
        'what is reached fires',
        () => `${id} ${conditional.kind}`,
      );
      if (hasFired) checkEntry(model, conditional);
      const trail = trails.get(id);
      if (waits && trail) checkTrail(audit, id, trail);
      continue;
    }
    const order = model.orders.get(id);
    const fired = order?.triggeredMs === step.command.timeMs;
    hold(reached || !fired, 'nothing fires before its price', () => `${id} at seq ${step.command.seq}`);
    hold(!reached || fired || !order || isOver(order), 'what is reached fires', () => `held stop ${id}`);
  }
}

/** Once its exits have fired an entry fills no more than what is on the way already. */
function checkEntry(model: Model, { conditionalOrderId, parentOrderId }: ConditionalOrder): void {
  const entry = parentOrderId === null ? undefined : model.orders.get(parentOrderId);
  const works = entry?.status === 'WORKING' || entry?.status === 'PARTIALLY_FILLED';
  const isHeldUp = entry !== undefined && isCancelHeldUp(entry);
  hold(!works || isHeldUp, 'an entry ends when its exits have fired', () => `${conditionalOrderId} ${parentOrderId}`);
}

/** Reached, but the account is halted, or others close its position already. */
function mayWait(model: Model, { accountId, contractCode, side, isReduceOnly }: ConditionalOrder): boolean {
  if (model.halts.has(`account ${accountId}`)) return true;
  if (!isReduceOnly) return false;
  return [...model.account(accountId).live.values()].some(
    (order) => sideIn(order, contractCode) === side && (order.stopPriceTicks === null || order.triggeredMs !== null),
  );
}

function checkTrail({ model, state, step }: Audit, id: string, trail: Trail): void {
  const { side, bestTicks, currentStopTicks } = state.conditionals.get(id) ?? model.conditionals.get(id) ?? {};
  const before = model.trails.get(id)?.stopTicks ?? null;
  const seen = (): string => `${id} ${side} ${before} -> ${currentStopTicks}, expected ${trail.stopTicks}`;
  if (before !== null && currentStopTicks !== null && currentStopTicks !== undefined) {
    const isForward = side === 'SELL' ? currentStopTicks >= before : currentStopTicks <= before;
    hold(isForward, 'a trailing stop moves one way', seen);
  }
  const sound = bestTicks === trail.bestTicks && currentStopTicks === trail.stopTicks;
  hold(sound, 'a trailing stop follows the best price', () => `${seen()} at seq ${step.command.seq}`);
  model.trails.set(id, trail);
}

/** A new one begins at its distance from the last trade, or where its owner says; a changed one at its new distance. */
function learnTrails({ model, step }: Audit): void {
  const { command } = step;
  for (const event of step.events) if (event.kind === 'conditionalChanged') learnExitTrail(model, event.conditional);
  const isAsked = command.kind === 'placeOrder' || command.kind === 'modifyConditional';
  if (!isAsked) return;
  for (const event of step.events) {
    if (event.kind !== 'conditionalChanged' || event.conditional.kind !== 'TRAILING_STOP') continue;
    const { conditional } = event;
    const { conditionalOrderId: id, bestTicks, currentStopTicks, status } = conditional;
    if (status !== 'PENDING_ACTIVATION') continue;
    if (command.kind === 'placeOrder') {
      const best = model.mark(conditional.contractCode);
      const sound =
        bestTicks === best &&
        (command.stopPrice !== undefined || best === null || currentStopTicks === stopAt(conditional, best));
      hold(sound, 'a trailing stop follows the best price', () => `${id} begins at ${currentStopTicks}`);
    } else if (command.trailAmount !== undefined || command.trailPercent !== undefined) {
      const sound = bestTicks === null || currentStopTicks === stopAt(conditional, bestTicks);
      hold(sound, 'a trailing stop follows the best price', () => `${id} changed to ${currentStopTicks}`);
    }
    model.trails.set(id, { bestTicks, stopTicks: currentStopTicks });
  }
}

/**
 * The stop of an entry that trails: with its first fill at its distance from what that cost, then never back, whatever
 * later fills cost.
 */
function learnExitTrail(model: Model, conditional: ConditionalOrder): void {
  const { conditionalOrderId: id, kind, side, trail, parentOrderId, armedLots, status } = conditional;
  if (kind !== 'TPSL' || trail?.kind !== 'ticks' || status !== 'PENDING_ACTIVATION' || armedLots === 0) return;
  const { bestTicks, currentStopTicks } = conditional;
  const entry = parentOrderId === null ? undefined : model.filled.get(parentOrderId);
  const before = model.trails.get(id)?.stopTicks;
  if (entry && entry.lots > 0 && currentStopTicks !== null) {
    const sells = side === 'SELL';
    const average = sells ? Math.floor(entry.notional / entry.lots) : Math.ceil(entry.notional / entry.lots);
    const start = sells ? average - trail.ticks : average + trail.ticks;
    const isFar = sells ? currentStopTicks < start : currentStopTicks > start;
    hold(!isFar, 'a trailing stop begins at its distance from the entry', () => `${id} ${currentStopTicks}, ${start}`);
    const isNew = before === undefined && currentStopTicks !== start;
    hold(!isNew, 'a trailing stop begins at its distance from the entry', () => `${id} ${currentStopTicks}, ${start}`);
  }
  model.trails.set(id, { bestTicks, stopTicks: currentStopTicks });
}
