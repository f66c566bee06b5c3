/** What the investor has, has ordered, is writing or waits to hear of at a price: each is a line of the chart. */
import type { ConditionalOrder } from '@mua/contract/entities/conditional-order';
import type { Order } from '@mua/contract/entities/order';
import type { OpenPosition } from '@mua/contract/entities/position';
import type { Lots, Side, Ticks } from '@mua/core/values';
import type { WrittenProfit } from '#i18n/format.ts';
import type { AlertLine } from '#lists/price-alerts.ts';

export type OrderLeg = 'limit' | 'stop';
export type ConditionalLeg = 'takeProfit' | 'stopLoss' | 'trail';
/** What may be added to a position or a draft. */
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
  /** Still to be filled, or held. */
  readonly lots: Lots;
  /** An average may lie between two ticks. */
  readonly ticks: Ticks;
  /** New terms or the end were asked for and are not answered yet. */
  readonly isChanging: boolean;
  readonly canMove: boolean;
  /** Of a position: closed; of an order: cancelled; of a draft: dropped. */
  readonly canEnd: boolean;
}

/** An order line in words, as the chart shows it. */
export interface LabelledLine extends OrderLine {
  /** `Mua GH 1` */
  readonly label: string;
  /** `Chờ khớp`, or the profit. */
  readonly detail: string;
  readonly detailTone: WrittenProfit['tone'];
  /** The whole of it, for whoever can not see where it stands. */
  readonly name: string;
  /** Of the draft: the line that carries its buttons. */
  readonly isMainDraft: boolean;
  /** Exits that may be added to it. */
  readonly exits: readonly ExitName[];
}

/** What a line means, as a colour: who closes in profit or in loss says so; a working order has the accent. */
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
