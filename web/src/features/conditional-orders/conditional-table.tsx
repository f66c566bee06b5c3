/** Conditional orders as rows, with the columns of spec 3. */
import { useTranslation } from 'react-i18next';
import { serverNowMs } from '#data/market-clock.ts';
import type { AccountActor } from '#data/orders.ts';
import { SideText } from '#design/ui/figures.tsx';
import { Table, Td, Th, Tr } from '#design/ui/table.tsx';
import { useFormat } from '#i18n/use-format.ts';
import { ConditionalActions } from './conditional-actions.tsx';
import { ConditionalState } from './conditional-state.tsx';
import { lotsText, momentText, priceText, trailText } from './conditional-text.ts';
import { LiveStop } from './live-stop.tsx';
import type { ConditionalRow, OwnedConditional, ShowsOrder } from './use-conditional-rows.ts';

export interface ConditionalRowsProps extends ShowsOrder {
  readonly actor: AccountActor;
  readonly rows: readonly ConditionalRow[];
}

/** A narrow panel hides columns instead of squeezing them; the least needed goes first. */
const UPDATED = '@max-[1080px]:hidden';
const INITIAL = '@max-[1000px]:hidden';
const TYPE = '@max-[880px]:hidden';

export function ConditionalTable({ actor, rows, onShowOrder }: ConditionalRowsProps) {
  const { t } = useTranslation();
  const hasFired = rows.some(({ order }) => order.triggeredAt !== null);
  return (
    <Table aria-label={t(($) => $.shell.tab.conditional)} className="tabular-nums">
      <thead>
        <tr>
          <Th>{t(($) => $.conditional.createdAt)}</Th>
          <Th>{t(($) => $.words.market.contractCodeShort)}</Th>
          <Th>{t(($) => $.words.order.side)}</Th>
          <Th className={TYPE}>{t(($) => $.words.order.orderType)}</Th>
          <Th numeric>{t(($) => $.words.order.quantityShort)}</Th>
          <Th numeric className={INITIAL}>
            {t(($) => $.words.order.initialStopPrice)}
          </Th>
          <Th numeric>{hasFired ? t(($) => $.words.order.currentStopPrice) : t(($) => $.words.order.stopPrice)}</Th>
          <Th numeric>{t(($) => $.words.order.trailAmount)}</Th>
          <Th numeric>{t(($) => $.words.order.takeProfit)}</Th>
          <Th numeric>{t(($) => $.words.order.stopLoss)}</Th>
          <Th className={UPDATED}>{t(($) => $.conditional.updatedAt)}</Th>
          <Th className="min-w-36">{t(($) => $.words.order.status)}</Th>
          <Th>
            <span className="sr-only">{t(($) => $.orders.actions)}</span>
          </Th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <Row key={row.order.conditionalOrderId} actor={actor} row={row} onShowOrder={onShowOrder} />
        ))}
      </tbody>
    </Table>
  );
}

/** A pair that came with an entry has no id of its sender's. */
export function testIdOf({ order: { clientOrderId, conditionalOrderId } }: ConditionalRow): string {
  return `conditional-${clientOrderId ?? conditionalOrderId}`;
}

function Row({ actor, row, onShowOrder }: OwnedConditional & ShowsOrder) {
  const { t } = useTranslation();
  const format = useFormat();
  const { order, contract } = row;
  const writer = { t, format, contract };
  const now = serverNowMs();
  return (
    <Tr data-testid={testIdOf(row)} data-state-name={order.state} data-order-type={order.orderType}>
      <Td className="text-fg-2">{momentText(writer, order.createdAt, now)}</Td>
      <Td className="font-medium">{order.contractCode}</Td>
      <Td>
        <SideText side={order.side} />
      </Td>
      <Td className={TYPE}>{t(($) => $.words.orderType[order.orderType])}</Td>
      <Td numeric>{lotsText(writer, order)}</Td>
      <Td numeric className={INITIAL}>
        {priceText(writer, order.initialStopPrice)}
      </Td>
      <Td numeric>
        <LiveStop row={row} />
      </Td>
      <Td numeric>{trailText(writer, order)}</Td>
      <Td numeric>{priceText(writer, order.takeProfit)}</Td>
      <Td numeric>{priceText(writer, order.stopLoss)}</Td>
      <Td className={`${UPDATED} text-fg-2`}>{momentText(writer, order.updatedAt, now)}</Td>
      <Td className="w-full max-w-0">
        <ConditionalState row={row} />
      </Td>
      <Td numeric>
        <ConditionalActions actor={actor} row={row} onShowOrder={onShowOrder} />
      </Td>
    </Tr>
  );
}
