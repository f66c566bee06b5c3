/** Updates the model from a command alone: reference data, prices, sessions, dates, halts, own limits. */
import type { Command, SelfLimits } from '@mua/core/engine';
import type { Model } from '#test/simulator/model.ts';

export const FREE: SelfLimits = { maxLotsPerOrder: null, dailyLossVnd: null, noTradeHours: null, coolOffUntilMs: null };

export function learnCommand(model: Model, command: Command): void {
  switch (command.kind) {
    case 'setTradingRules':
      return model.addRules(command.fromMs, command.rules);
    case 'setConversionRate':
      return model.addRate(command.currency, command.fromMs, command.rateE4);
    case 'defineCommodity':
      return model.addCommodity(command.commodity);
    case 'listContract': {
      const { contract, settlementTicks } = command;
      model.contracts.set(contract.code, { contract, commodityCode: contract.commodityCode });
      model.sessions.set(contract.code, 'OPEN');
      if (settlementTicks !== null) model.settlements.set(contract.code, settlementTicks);
      return;
    }
    case 'openAccount':
      model.openAccount(command);
      model.selfLimits.set(command.accountId, { now: FREE, next: null });
      model.dayBases.set(command.accountId, 0n);
      return;
    case 'deposit': {
      const owed = model.balance(`deficit:${command.accountId}`) + command.amountVnd;
      model.debts.set(command.accountId, owed > 0n ? 0n : owed);
      const left = owed > 0n ? owed : 0n;
      model.dayBases.set(command.accountId, (model.dayBases.get(command.accountId) ?? 0n) + left);
      model.copying.fundsChanged(command.accountId, left);
      return;
    }
    case 'markPrices':
      for (const { contractCode, lastTicks } of command.prices) {
        model.marks.set(contractCode, lastTicks);
        model.markedSeqs.set(contractCode, command.seq);
      }
      return;
    case 'settleContracts':
      for (const { contractCode, settlementTicks } of command.settlements)
        model.settlements.set(contractCode, settlementTicks);
      return;
    case 'settlePositions':
      model.settlements.set(command.contractCode, command.settlementTicks);
      return;
    case 'changeSession':
      for (const code of command.contractCodes) model.sessions.set(code, command.state);
      return;
    case 'setTradingHalt': {
      const { scope, reason } = command;
      const key = haltKey(scope);
      if (reason === null) model.halts.delete(key);
      else model.halts.set(key, true);
      return;
    }
    case 'nearCloseOut': {
      const { contractCode, position, date, sessionsLeft, deadlineMs } = command;
      model.closeOutWindows.set(`${contractCode} ${position}`, { date, sessionsLeft, deadlineMs });
      return;
    }
    case 'endTradeDate':
      return rollDates(model, command.nextTradeDate, command.exchanges);
    case 'setBrakes':
      return learnSelfLimits(model, command.accountId, command.brakes);
    case 'loseVenue':
      return model.link.set('isLost', true);
    case 'resyncVenue':
    case 'restartVenue':
      return model.noteEpoch(command.epoch);
    default:
      return;
  }
}

function haltKey(scope: Extract<Command, { kind: 'setTradingHalt' }>['scope']): string {
  if (scope.kind === 'all') return 'all';
  return scope.kind === 'contract' ? `contract ${scope.contractCode}` : `account ${scope.accountId}`;
}

function rollDates(model: Model, date: string, exchanges: readonly string[] | undefined): void {
  if (!exchanges) {
    model.tradeDates.set('broker', date);
    for (const [accountId, { next }] of model.selfLimits)
      if (next) model.selfLimits.set(accountId, { now: next, next: null });
    return;
  }
  for (const code of model.contracts.keys())
    if (exchanges.includes(model.commodity(code).exchange)) model.tradeDates.set(code, date);
}

/** Tighter at once, looser on the next trade date. */
function learnSelfLimits(model: Model, accountId: string, wanted: SelfLimits): void {
  const known = model.selfLimits.get(accountId);
  if (!known) return;
  const { now } = known;
  const tighter: SelfLimits = {
    maxLotsPerOrder: smaller(now.maxLotsPerOrder, wanted.maxLotsPerOrder),
    dailyLossVnd: smaller(now.dailyLossVnd, wanted.dailyLossVnd),
    noTradeHours: covers(wanted.noTradeHours, now.noTradeHours) ? wanted.noTradeHours : now.noTradeHours,
    coolOffUntilMs: Math.max(now.coolOffUntilMs ?? 0, wanted.coolOffUntilMs ?? 0) || null,
  };
  model.selfLimits.set(accountId, { now: tighter, next: sameLimits(tighter, wanted) ? null : wanted });
}

function smaller<T extends number | bigint>(a: T | null, b: T | null): T | null {
  if (a === null) return b;
  return b !== null && b < a ? b : a;
}

type Hours = SelfLimits['noTradeHours'];

function covers(outer: Hours, inner: Hours): boolean {
  if (inner === null) return true;
  if (outer === null) return false;
  for (let minute = 0; minute < 1440; minute += 1) if (inHours(inner, minute) && !inHours(outer, minute)) return false;
  return true;
}

export function inHours(hours: NonNullable<Hours>, minute: number): boolean {
  const { fromMinute, toMinute } = hours;
  if (fromMinute === toMinute) return true;
  const isAfter = minute >= fromMinute;
  const isBefore = minute < toMinute;
  return fromMinute < toMinute ? isAfter && isBefore : isAfter || isBefore;
}

export function sameLimits(a: SelfLimits, b: SelfLimits): boolean {
  const text = (limits: SelfLimits): string =>
    [
      limits.maxLotsPerOrder,
      limits.dailyLossVnd,
      limits.coolOffUntilMs,
      limits.noTradeHours?.fromMinute,
      limits.noTradeHours?.toMinute,
    ].join(' ');
  return text(a) === text(b);
}
