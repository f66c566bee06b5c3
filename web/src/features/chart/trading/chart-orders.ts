/**
 * What a page provides for trading on the chart: the investor's orders and position in this contract, and what only the
 * page can open.
 */
import type { ConditionalOrder } from '@mua/contract/entities/conditional-order';
import type { Order } from '@mua/contract/entities/order';
import type { OpenPosition } from '@mua/contract/entities/position';
import type { Ticks } from '@mua/core/values';
import type { ChartAlerts } from '#features/chart/surface/chart-alerts.ts';
import type { MarginLevelName } from '#features/chart/trading/margin-levels.ts';
import type { OrderRights } from '#features/chart/trading/order-lines-of.ts';
import type { AlertLine } from '#lists/price-alerts.ts';
import type { AccountActor } from '#signed-in/actor.ts';

export interface ChartOrders {
  /** Null for a visitor, who can draft but has no orders. */
  readonly actor: AccountActor | null;
  readonly position: OpenPosition | null;
  /** Live orders of this contract. */
  readonly orders: readonly Order[];
  /** Waiting conditional orders of this contract. */
  readonly conditionals: readonly ConditionalOrder[];
  /** Alerts waiting at this contract. */
  readonly alerts: readonly AlertLine[];
  /** Null without a position. */
  readonly marginLevels: MarginLevelPrices | null;
  readonly rightsOf: (order: Order) => OrderRights;
  /** Asks for confirmation before closing all lots. */
  readonly onClosePosition: () => void;
  /** Creates a price alert at a price; if omitted, none is offered. */
  readonly onAlertHere?: (ticks: Ticks) => void;
  /** On what is drawn; if omitted, none are offered. */
  readonly drawnAlerts?: ChartAlerts;
}

/** Price at which the account reaches a margin level, if only this contract moves; null if no price leads there. */
export type MarginLevelPrices = Readonly<
  Record<MarginLevelName, { readonly ticks: Ticks | null; readonly percent: number }>
>;
