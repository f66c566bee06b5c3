/** Defines the order lines of the chart: the investor's positions, orders, drafts and alerts, each at its price. */
import type { ConditionalOrder } from '@mua/contract/entities/conditional-order';
import type { Order } from '@mua/contract/entities/order';
import type { OpenPosition } from '@mua/contract/entities/position';
import type { Lots, Side, Ticks } from '@mua/core/values';
import type { WrittenProfit } from '#i18n/format.ts';
import type { AlertLine } from '#lists/price-alerts.ts';
import type { ConditionalLeg } from '#orders/conditional-legs.ts';

export type OrderLeg = 'limit' | 'stop';
/** Exits that can be added to a position or a draft. */
export type ExitName = 'takeProfit' | 'stopLoss';
export type DraftLeg = OrderLeg | 'takeProfit' | 'stopLoss';

export type LineSubject =
  | { readonly kind: 'position'; readonly position: OpenPosition }
  | { readonly kind: 'order'; readonly order: Order; readonly leg: OrderLeg }
  | { readonly kind: 'conditional'; readonly order: ConditionalOrder; readonly leg: ConditionalLeg }
  | { readonly kind: 'draft'; readonly leg: DraftLeg }
  | { readonly kind: 'alert'; readonly alert: AlertLine };

export interface OrderLine {
  readonly id: string;
  readonly subject: LineSubject;
  readonly side: Side;
  /** Lots still to be filled, or held. */
  readonly lots: Lots;
  /** An average may lie between two ticks. */
  readonly ticks: Ticks;
  /** A change or cancel was requested and is not answered yet. */
  readonly isChanging: boolean;
  readonly canMove: boolean;
  /** A position would be closed, an order cancelled, a draft dropped. */
  readonly canEnd: boolean;
}

/** An order line in words, as the chart shows it. */
export interface LabelledLine extends OrderLine {
  /** `Mua GH 1` */
  readonly label: string;
  /** `Chờ khớp`, or the profit. */
  readonly detail: string;
  readonly detailTone: WrittenProfit['tone'];
  /** The full text, for those who can not see its position. */
  readonly name: string;
  /** The draft's line with the buttons. */
  readonly isMainDraft: boolean;
  /** Exits that may be added to it. */
  readonly exits: readonly ExitName[];
}

/** Whether it is an exit of the draft, whose own side closes what it protects. */
export function isDraftExit(subject: LineSubject): boolean {
  return subject.kind === 'draft' && (subject.leg === 'takeProfit' || subject.leg === 'stopLoss');
}

/** The colour of a line: lines that close in profit or loss say so; a working order has the accent. */
export type LineTone = 'alert' | 'order' | 'profit' | 'loss' | 'buy' | 'sell';

export function toneOf({ subject, side }: Pick<OrderLine, 'side'> & { readonly subject: LineTopic }): LineTone {
  if (subject.kind === 'alert') return 'alert';
  if (subject.leg === 'takeProfit') return 'profit';
  if (subject.leg === 'stopLoss' || subject.leg === 'trail') return 'loss';
  if (subject.kind === 'order') return 'order';
  return side === 'BUY' ? 'buy' : 'sell';
}

interface LineTopic {
  readonly kind: LineSubject['kind'];
  readonly leg?: OrderLeg | ConditionalLeg | DraftLeg;
}
