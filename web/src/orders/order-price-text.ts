/**
 * Writes the prices of an order in a few words, by its type: `454'0`, `dừng 450'0`, `trượt 3'6`, `chốt 470'0 / cắt
 * 448'0`.
 */
import type { PriceGrid } from '@mua/core/values';
import type { TFunction } from 'i18next';
import type { Format } from '#i18n/use-format.ts';
import { wirePrice } from '#i18n/wire-price.ts';
import type { WirePrices } from '#orders/sent-order.ts';

export interface PriceWriter {
  readonly t: TFunction;
  readonly format: Format;
  /** Grid of the order's contract; without it prices read as the wire wrote them. */
  readonly grid: PriceGrid | undefined;
}

export function orderPriceText({ t, format, grid }: PriceWriter, prices: WirePrices): string {
  const price = (text: string | null | undefined) => wirePrice(format, text, grid);
  const { trailPercent, trailAmount, takeProfit, stopLoss } = prices;
  const trailText = () =>
    t(($) => $.ticket.priceOf.trail, { trail: trailPercent ? format.ratio(trailPercent, 2) : price(trailAmount) });
  switch (prices.orderType) {
    case 'MARKET':
      return t(($) => $.ticket.atMarket);
    case 'LIMIT':
      return price(prices.limitPrice);
    case 'STOP':
      return t(($) => $.ticket.priceOf.stop, { stop: price(prices.stopPrice) });
    case 'STOP_LIMIT':
      return t(($) => $.ticket.priceOf.stopLimit, { stop: price(prices.stopPrice), limit: price(prices.limitPrice) });
    case 'TRAILING_STOP':
      return trailText();
    case 'TPSL': {
      if (!trailAmount) return exitsText({ t, format, grid }, { takeProfit, stopLoss });
      return takeProfit ? `${exitsText({ t, format, grid }, { takeProfit })} / ${trailText()}` : trailText();
    }
  }
}

/** Writes the exits that the order has: one, both or none. */
function exitsText({ t, format, grid }: PriceWriter, exits: Pick<WirePrices, 'takeProfit' | 'stopLoss'>): string {
  const [hasTakeProfit, hasStopLoss] = [Boolean(exits.takeProfit), Boolean(exits.stopLoss)];
  const takeProfit = wirePrice(format, exits.takeProfit, grid);
  const stopLoss = wirePrice(format, exits.stopLoss, grid);
  if (hasTakeProfit && hasStopLoss) return t(($) => $.ticket.priceOf.exits, { takeProfit, stopLoss });
  return hasTakeProfit
    ? t(($) => $.ticket.priceOf.takeProfit, { takeProfit })
    : t(($) => $.ticket.priceOf.stopLoss, { stopLoss });
}
