/**
 * The exits that go along with an order of the ladder or of a key: with all that may open something, and with nothing
 * that only closes. They were promised by a switch or a question, so none is left out in silence.
 */
import type { Contract } from '@mua/contract/entities/contract';
import type { PlaceOrderRequest } from '@mua/contract/http/orders';
import type { Lots, Side, Ticks } from '@mua/core/values';
import { useTranslation } from 'react-i18next';
import { exitsText } from '#features/order-ladder/exits-text.ts';
import { markOf } from '#market/live-marks.ts';
import { moneyTermsOf } from '#market/money-terms.ts';
import { exitDistances } from '#orders/draft-exits.ts';
import type { KeptExits } from '#session/kept-exits-store.ts';

export interface LadderEntry {
  readonly side: Side;
  readonly lots: Lots;
  /** Null at market: exits are then measured from the last trade, as the engine does it. */
  readonly priceTicks: Ticks | null;
}

export interface HeldPosition {
  readonly side: Side;
  readonly lots: Lots;
}

export interface ExitsGround {
  /** Those that are switched on; null for none. */
  readonly exits: KeptExits | null;
  readonly position: HeldPosition | null;
}

export type ExitsAlong =
  | {
      /** In words; empty without any. */
      readonly text: string;
      readonly terms: Pick<PlaceOrderRequest, 'takeProfitDistance' | 'stopLossDistance' | 'trailsStop'>;
    }
  /** Why they can't be measured now, in words: nothing is sent. */
  | { readonly obstacle: string };

const NONE: ExitsAlong = { text: '', terms: {} };

export function useExitsAlong(
  { code, decimalFormat: grid, terms }: Contract,
  { exits, position }: ExitsGround,
): (entry: LadderEntry) => ExitsAlong {
  const { t } = useTranslation();
  return (entry) => {
    if (exits === null || onlyCloses(entry, position)) return NONE;
    const text = exitsText(t, exits);
    const ticks = entry.priceTicks ?? markOf(code);
    const price = ticks === null ? null : { notional: ticks, lots: 1 };
    const distances = exitDistances(exits, { grid, side: entry.side, price, terms: terms && moneyTermsOf(terms) });
    if (distances === null) return { obstacle: t(($) => $.ladder.keys.exitsUnmeasured, { exits: text, code }) };
    const trails = exits.trailsStop && 'stopLossDistance' in distances ? { trailsStop: true } : {};
    return { text, terms: { ...distances, ...trails } };
  };
}

function onlyCloses({ side, lots }: LadderEntry, position: HeldPosition | null): boolean {
  return position !== null && position.side !== side && lots <= position.lots;
}
