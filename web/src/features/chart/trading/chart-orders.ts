/** What a page gives the chart to trade on: the investor's own in this contract, and what only the page can open. */
import type { ConditionalOrder } from '@mua/contract/entities/conditional-order';
import type { Order } from '@mua/contract/entities/order';
import type { OpenPosition } from '@mua/contract/entities/position';
import type { Ticks } from '@mua/core/values';
import type { MarginLevelName } from '#features/chart/trading/margin-levels.ts';
import type { OrderRights } from '#features/chart/trading/order-lines-of.ts';
import type { AlertLine } from '#lists/price-alerts.ts';
import type { AccountActor } from '#signed-in/actor.ts';

export interface ChartOrders {
  /** Null for a visitor, who drafts and has nothing. */
  readonly actor: AccountActor | null;
  readonly position: OpenPosition | null;
  /** Live ones of this contract. */
  readonly orders: readonly Order[];
  /** Those that wait in this contract. */
  readonly conditionals: readonly ConditionalOrder[];
  /** Those that wait at this contract. */
  readonly alerts: readonly AlertLine[];
  /** Null without a position. */
  readonly marginLevels: MarginLevelPrices | null;
  readonly rightsOf: (order: Order) => OrderRights;
  /** Asks before all lots are closed. */
  readonly onClosePosition: () => void;
  /** A price alert at a price; left out, none is offered. */
  readonly onAlertHere?: (ticks: Ticks) => void;
}

/**
 * Where the account reaches a level of the margin levels, if only this contract moves; null where no price leads there.
 */
export type MarginLevelPrices = Readonly<
  Record<MarginLevelName, { readonly ticks: Ticks | null; readonly percent: number }>
>;
