/** Lists what goes into the file of each list: every field of the wire that is a figure, a time or a word. */

import type { CsvColumn, CsvValue } from '@mua/contract/csv';
import type { ConditionalOrder } from '@mua/contract/entities/conditional-order';
import type { Fill } from '@mua/contract/entities/fill';
import type { OrderHistory } from '@mua/contract/entities/order';
import type { OpenPosition, SettledPosition } from '@mua/contract/entities/position';

/** Names the fields whose value stands in the row as it is. */
type PlainField<Row> = { [K in keyof Row & string]: Row[K] extends CsvValue ? K : never }[keyof Row & string];

function plain<Row>(fields: readonly PlainField<Row>[]): CsvColumn<Row>[] {
  return fields.map((field) => ({ field, value: (row) => csvValueOf(row[field]) }));
}

function csvValueOf(value: unknown): CsvValue {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : null;
}

const codes = [
  { field: 'rejection.code', value: ({ rejection }: Pick<OrderHistory, 'rejection'>) => rejection?.code ?? null },
  { field: 'reason.code', value: ({ reason }: Pick<OrderHistory, 'reason'>) => reason?.code ?? null },
];

const totalFee = ({ fills }: OrderHistory) => fills.reduce((sum, { fee }) => sum + BigInt(fee), 0n).toString();

export const ORDER_CSV: readonly CsvColumn<OrderHistory>[] = [
  ...plain<OrderHistory>([
    ...(['orderId', 'clientOrderId', 'accountId', 'contractCode', 'side', 'orderType', 'duration'] as const),
    ...(['quantity', 'filledQuantity', 'limitPrice', 'stopPrice', 'averagePrice', 'expirationDate'] as const),
    ...(['status', 'dateTime', 'dateClosed', 'sessionDate', 'heldAt', 'triggeredAt'] as const),
    ...(['isCancelRequested', 'isForceSell', 'isReduceOnly', 'conditionalOrderId', 'exitOrderId'] as const),
  ]),
  ...codes,
  { field: 'group.groupId', value: ({ group }) => group?.groupId ?? null },
  { field: 'group.kind', value: ({ group }) => group?.kind ?? null },
  { field: 'group.place', value: ({ group }) => group?.place ?? null },
  { field: 'group.size', value: ({ group }) => group?.size ?? null },
  { field: 'fills.fee', value: totalFee },
  ...plain<OrderHistory>(['seq']),
];

export const FILL_CSV: readonly CsvColumn<Fill>[] = plain<Fill>([
  ...(['fillId', 'orderId', 'accountId', 'contractCode', 'side', 'price', 'lots', 'fee', 'time', 'seq'] as const),
]);

export const SETTLED_CSV: readonly CsvColumn<SettledPosition>[] = plain<SettledPosition>([
  ...([
    'settledId',
    'accountId',
    'contractCode',
    'side',
    'buyQuantity',
    'sellQuantity',
    'buyPrice',
    'buyTime',
  ] as const),
  ...(['sellPrice', 'sellTime', 'settleTime', 'currency', 'actualProfit', 'actualProfitUsd'] as const),
  ...(['actualProfitVnd', 'seq'] as const),
]);

export const POSITION_CSV: readonly CsvColumn<OpenPosition>[] = plain<OpenPosition>([
  ...(['accountId', 'contractCode', 'buyQuantity', 'sellQuantity', 'netLots', 'averagePrice', 'filledPrice'] as const),
  ...(['marketPrice', 'currency', 'estimatedProfit', 'estimatedProfitUsd', 'estimatedProfitVnd'] as const),
  ...(['lastTradeDay', 'closeOutAt', 'seq'] as const),
]);

export const CONDITIONAL_CSV: readonly CsvColumn<ConditionalOrder>[] = [
  ...plain<ConditionalOrder>([
    ...(['conditionalOrderId', 'clientOrderId', 'parentOrderCode', 'childOrderId', 'accountId'] as const),
    ...(['contractCode', 'side', 'orderType', 'duration', 'expirationDate', 'quantity', 'armedQuantity'] as const),
    ...(['isReduceOnly', 'state', 'initialStopPrice', 'currentStopPrice', 'trailAmount', 'trailPercent'] as const),
    ...(['takeProfit', 'stopLoss', 'triggeredAt', 'triggeredPrice', 'triggeredLeg'] as const),
  ]),
  ...codes,
  ...plain<ConditionalOrder>(['createdAt', 'updatedAt', 'seq']),
];
