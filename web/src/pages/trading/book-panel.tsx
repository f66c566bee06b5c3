/** The panel of the order book: the book, or the ladder if the investor chose it. */
import { BookOpen, TableRowsSplit } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '#design/ui/controls/icon-button.tsx';
import { OrderBook, type OrderBookProps } from '#features/order-book/order-book.tsx';
import { useDeskLayout } from '#pages/trading/desk-layout.ts';
import { OrderLadder } from '#pages/trading/late-parts.tsx';
import { useOwnLots } from '#pages/trading/own-order-lines.ts';

export function BookPanel(props: Pick<OrderBookProps, 'contract' | 'onPrice' | 'onLots'>) {
  const { t } = useTranslation();
  const { book, setBook } = useDeskLayout();
  const own = useOwnLots(props.contract);
  const { code } = props.contract;
  if (book === 'ladder') {
    const toBook = (
      <IconButton size="icon-sm" label={t(($) => $.words.market.orderBook)} onClick={() => setBook('book')}>
        <BookOpen aria-hidden />
      </IconButton>
    );
    return <OrderLadder key={code} contract={props.contract} actions={toBook} />;
  }
  const toLadder = (
    <IconButton
      size="icon-sm"
      label={t(($) => $.ladder.title)}
      data-testid="show-ladder"
      onClick={() => setBook('ladder')}
    >
      <TableRowsSplit aria-hidden />
    </IconButton>
  );
  return <OrderBook key={code} {...props} own={own} actions={toLadder} />;
}
