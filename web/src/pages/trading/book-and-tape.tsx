/** Book, ladder and tape as tabs of one panel, for windows too narrow to show them side by side. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { cn } from '#design/class-names.ts';
import { Tab, TabContent, Tabs, TabsList } from '#design/ui/controls/tabs.tsx';
import { OrderBook, type OrderBookProps } from '#features/order-book/order-book.tsx';
import { Tape } from '#features/tape/tape.tsx';
import { OrderLadder } from '#pages/trading/late-parts.tsx';
import { useOwnLots } from '#pages/trading/own-order-lines.ts';
import { useShortcut } from '#session/shortcuts.ts';

/** Fits three tab names into the narrowest panel. */
const NARROW =
  '@max-[232px]:justify-between @max-[232px]:gap-0 @max-[232px]:px-2 @max-[232px]:[&>button]:px-1 @max-[232px]:[&>button]:after:inset-x-1';

export function BookAndTape(props: Pick<OrderBookProps, 'contract' | 'onPrice' | 'onLots'>) {
  const { t } = useTranslation();
  const [tab, setTab] = useState('book');
  const own = useOwnLots(props.contract);
  const { code } = props.contract;
  useShortcut('bookOrLadder', () => setTab((now) => (now === 'ladder' ? 'book' : 'ladder')));
  const content = 'flex min-h-0 flex-1 flex-col outline-offset-[-2px]';
  return (
    <Tabs value={tab} onValueChange={setTab} className="@container flex min-h-0 flex-1 flex-col">
      <TabsList
        aria-label={t(($) => $.desk.tab.bookTape)}
        className={cn('shrink-0 border-border border-b px-1', NARROW)}
      >
        <Tab value="book">{t(($) => $.desk.tab.depth)}</Tab>
        <Tab value="ladder">{t(($) => $.desk.ladder)}</Tab>
        <Tab value="tape">{t(($) => $.words.market.tape)}</Tab>
      </TabsList>
      <TabContent value="book" className={content}>
        <OrderBook key={code} {...props} own={own} headless />
      </TabContent>
      <TabContent value="ladder" className={content}>
        <OrderLadder key={code} contract={props.contract} />
      </TabContent>
      <TabContent value="tape" className={content}>
        <Tape key={code} contract={props.contract} headless />
      </TabContent>
    </Tabs>
  );
}
