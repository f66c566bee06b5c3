/** The panel of the order book, and that of the ladder, which takes its place where the investor chose it. */
import { BookOpen, TableRowsSplit } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '#design/ui/controls/icon-button.tsx';
import { OrderBook, type OrderBookProps } from '#features/order-book/order-book.tsx';
import { useDeskLayout } from '#pages/trading/desk-layout.ts';
import { OrderLadder } from '#pages/trading/late-parts.tsx';
import { useOwnLots } from '#pages/trading/own-order-lines.ts';
import { useShortcut } from '#session/shortcuts.ts';

export function BookPanel(props: Pick<OrderBookProps, 'contract' | 'onPrice' | 'onLots'>) {
  const { t } = useTranslation();
  const { setBook } = useDeskLayout();
  const own = useOwnLots(props.contract);
  const { code } = props.contract;
  useShortcut('bookOrLadder', () => setBook('ladder'));
  const toLadder = (
    <IconButton
      size="icon-sm"
      label={t(($) => $.desk.ladder)}
      data-testid="show-ladder"
      onClick={() => setBook('ladder')}
    >
      <TableRowsSplit aria-hidden />
    </IconButton>
  );
  return <OrderBook key={code} {...props} own={own} actions={toLadder} />;
}

export function LadderPanel({ contract }: Pick<OrderBookProps, 'contract'>) {
  const { t } = useTranslation();
  const { setBook } = useDeskLayout();
  useShortcut('bookOrLadder', () => setBook('book'));
  const toBook = (
    <IconButton size="icon-sm" label={t(($) => $.words.market.orderBook)} onClick={() => setBook('book')}>
      <BookOpen aria-hidden />
    </IconButton>
  );
  return <OrderLadder key={contract.code} contract={contract} actions={toBook} />;
}
