/** Alerts on the wire: prices as texts of the contract's grid, instants as text. */
import type { AlertFollows, PriceAlert } from '@mua/contract/entities/price-alert';
import { type PriceGrid, priceFromText, priceToText, type Ticks, tickText } from '@mua/core/values';
import { dueTicks, type LevelReading, type LinePoint, type MovingLevel } from '@mua/core/values/moving-level';
import type { StoredAlert } from '#alerts/alert-store.ts';
import { replyError } from '#refusals/reply-error.ts';
import { instantOrNull, instantText } from '#wire/wire-text.ts';

export interface AlertOnGrid {
  readonly grid: PriceGrid;
  /** Of what it follows, now. */
  readonly level: LevelReading | null;
}

export function alertToWire(alert: StoredAlert, { grid, level }: AlertOnGrid): PriceAlert {
  const { alertId, accountId, contractCode, direction, isRepeating, note, isActive, endReason } = alert;
  const levelTicks = level?.kind === 'at' ? dueTicks(level.drawn, direction) : null;
  const ticks = alert.priceTicks ?? levelTicks;
  return {
    ...{ alertId, accountId, contractCode, direction, isRepeating, note, isActive },
    price: ticks === null ? null : priceToText(ticks, grid),
    follows: alert.follows && followsToWire(alert.follows, grid),
    drawingId: alert.drawingKey?.split(' ')[1] ?? null,
    endReason: endReason && { code: endReason, facts: {} },
    createdAt: instantText(alert.createdMs),
    reachedAt: instantOrNull(alert.reachedMs),
  };
}

function followsToWire(level: MovingLevel, grid: PriceGrid): AlertFollows {
  if (level.kind === 'average') return level;
  const point = ({ timeMs, ticks }: LinePoint) => ({ time: instantText(timeMs), price: priceToText(ticks, grid) });
  return { ...level, from: point(level.from), to: point(level.to) };
}

export function followsFromWire(follows: AlertFollows, grid: PriceGrid): MovingLevel {
  if (follows.kind === 'average') return follows;
  const point = ({ time, price }: { readonly time: string; readonly price: string }): LinePoint => ({
    timeMs: Date.parse(time),
    ticks: readPrice(price, grid),
  });
  return { ...follows, from: point(follows.from), to: point(follows.to) };
}

export function readPrice(price: string, grid: PriceGrid): Ticks {
  const reading = priceFromText(price, grid);
  if (reading.kind === 'price') return reading.ticks;
  if (reading.kind === 'notANumber') throw replyError('BadRequest', { field: 'price' });
  const [lower, upper] = [priceToText(reading.lowerTicks, grid), priceToText(reading.upperTicks, grid)];
  throw replyError('WrongTick', { tick: tickText(grid), lower, upper, price, field: 'price' });
}
