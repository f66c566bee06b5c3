/**
 * Own limits as they are typed, as they are sent, and the effect of each: tighter at once, looser from the next trade
 * date, by the very function the engine decides with. Free of React.
 */

import { type SelfLimits, selfLimits } from '@mua/contract/http/self-limits';
import { type SelfLimits as CoreSelfLimits, tightened } from '@mua/core/preview';
import { addDays, readTypedLots, readTypedVnd, tradeDateAt, tradeDateStartMs } from '@mua/core/values';
import { z } from 'zod';
import { toCoreSelfLimits } from '#accounts/self-limit-rules.ts';
import { serverNowMs } from '#clock/market-clock.ts';
import { readTimeOfDay } from '#design/time-of-day.ts';

export const LIMIT_NAMES = ['maxLotsPerOrder', 'dailyLoss', 'noTradeHours', 'coolOffUntil'] as const;
export type LimitName = (typeof LIMIT_NAMES)[number];

const HOUR_MS = 3_600_000;
/** Possible lengths of a pause that begins now; `keep` keeps the current one. */
export const PAUSES = { hour: HOUR_MS, fourHours: 4 * HOUR_MS, day: 24 * HOUR_MS, week: 7 * 24 * HOUR_MS } as const;
export type Pause = keyof typeof PAUSES | 'none' | 'keep';

export interface LimitsDraft {
  readonly maxLots: string;
  readonly dailyLoss: string;
  readonly from: string;
  readonly to: string;
  readonly pause: Pause;
}

export type LimitFault = 'lots' | 'amount' | 'hours' | 'sameHours';

export interface ReadLimits {
  /** A limit that can't be parsed keeps its known value. */
  readonly limits: SelfLimits;
  readonly faults: Readonly<Partial<Record<LimitName, LimitFault>>>;
}

/** A pause that is over does not count. */
export function currentLimits(limits: SelfLimits, nowMs: number): SelfLimits {
  const { coolOffUntil } = limits;
  return coolOffUntil !== null && Date.parse(coolOffUntil) <= nowMs ? { ...limits, coolOffUntil: null } : limits;
}

/** `money` formats an amount as it is shown on screen. */
export function draftOf(limits: SelfLimits, money: (sum: string) => string = String): LimitsDraft {
  const { maxLotsPerOrder, dailyLoss, noTradeHours, coolOffUntil } = limits;
  return {
    maxLots: maxLotsPerOrder === null ? '' : String(maxLotsPerOrder),
    dailyLoss: dailyLoss === null ? '' : money(dailyLoss),
    from: noTradeHours?.from ?? '',
    to: noTradeHours?.to ?? '',
    pause: coolOffUntil === null ? 'none' : 'keep',
  };
}

/** `known` are the form's initial values: their pause is kept to the millisecond. */
export function readLimits(draft: LimitsDraft, known: SelfLimits, nowMs: number): ReadLimits {
  const lots = draft.maxLots.trim() === '' ? null : readTypedLots(draft.maxLots);
  const loss = draft.dailyLoss.trim() === '' ? null : readTypedVnd(draft.dailyLoss);
  const hours = hoursOf(draft);
  const faults: Partial<Record<LimitName, LimitFault>> = {};
  if (lots === undefined || lots === 0) faults.maxLotsPerOrder = 'lots';
  if (loss === undefined || loss === 0n) faults.dailyLoss = 'amount';
  if (typeof hours === 'string') faults.noTradeHours = hours;
  return {
    limits: {
      maxLotsPerOrder: lots || lots === null ? lots : known.maxLotsPerOrder,
      dailyLoss: loss ? loss.toString() : loss === null ? null : known.dailyLoss,
      noTradeHours: typeof hours === 'string' ? known.noTradeHours : hours,
      coolOffUntil: pauseEnd(draft.pause, known, nowMs),
    },
    faults,
  };
}

/** The field at which a limit's error is shown. */
export const FIELD_OF = {
  maxLotsPerOrder: 'maxLots',
  dailyLoss: 'dailyLoss',
  noTradeHours: 'from',
  coolOffUntil: 'pause',
} as const satisfies Record<LimitName, keyof LimitsDraft>;

/**
 * Converts what was typed to what is sent. The end of a pause is calculated from the press, not from the last render.
 */
export function limitsSchema(known: SelfLimits) {
  return z
    .custom<LimitsDraft>()
    .transform((draft, { addIssue }) => {
      const { limits, faults } = readLimits(draft, known, serverNowMs());
      for (const name of LIMIT_NAMES)
        if (faults[name]) addIssue({ code: 'custom', path: [FIELD_OF[name]], message: faults[name] });
      return limits;
    })
    .pipe(selfLimits);
}

function hoursOf({ from, to }: LimitsDraft): SelfLimits['noTradeHours'] | 'hours' | 'sameHours' {
  if (from.trim() === '' && to.trim() === '') return null;
  const hours = { from: readTimeOfDay(from), to: readTimeOfDay(to) };
  if (hours.from === undefined || hours.to === undefined) return 'hours';
  return hours.from === hours.to ? 'sameHours' : { from: hours.from, to: hours.to };
}

function pauseEnd(pause: Pause, known: SelfLimits, nowMs: number): string | null {
  if (pause === 'none') return null;
  return pause === 'keep' ? known.coolOffUntil : new Date(nowMs + PAUSES[pause]).toISOString();
}

/** When a looser limit takes effect: with the broker's next trade date, which begins at 05:00 in Vietnam. */
export function loosensAtMs(nowMs: number): number {
  return tradeDateStartMs(addDays(tradeDateAt(nowMs), 1));
}

export type LimitEffect = 'same' | 'atOnce' | 'later';

/**
 * Tells for each limit whether the new value is in force already, applies at once, or waits for the next trade date.
 */
export function effectsOf(inForce: SelfLimits, wanted: SelfLimits): Record<LimitName, LimitEffect> {
  const atOnce = tightened(toCoreSelfLimits(inForce), toCoreSelfLimits(wanted));
  const [before, now, then] = [keysOf(toCoreSelfLimits(inForce)), keysOf(atOnce), keysOf(toCoreSelfLimits(wanted))];
  const effect = (name: LimitName): LimitEffect =>
    now[name] !== then[name] ? 'later' : now[name] === before[name] ? 'same' : 'atOnce';
  return {
    maxLotsPerOrder: effect('maxLotsPerOrder'),
    dailyLoss: effect('dailyLoss'),
    noTradeHours: effect('noTradeHours'),
    coolOffUntil: effect('coolOffUntil'),
  };
}

/** Limits that are compared as text. */
function keysOf(limits: CoreSelfLimits): Record<LimitName, string> {
  const { maxLotsPerOrder, dailyLossVnd, noTradeHours, coolOffUntilMs } = limits;
  return {
    maxLotsPerOrder: String(maxLotsPerOrder),
    dailyLoss: String(dailyLossVnd),
    noTradeHours: noTradeHours === null ? '' : `${noTradeHours.fromMinute} ${noTradeHours.toMinute}`,
    coolOffUntil: String(coolOffUntilMs),
  };
}
