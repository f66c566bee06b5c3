/** Shows what the sender saw at the click: the quote, its age, the top of the book, connections. */
import type { DecisionQuote } from '@mua/contract/entities/decision-quote';
import type { Lots, PriceGrid } from '@mua/core/values';
import { useTranslation } from 'react-i18next';
import { Fact, FactList } from '#design/ui/dialogs/dialog.tsx';
import { MISSING } from '#i18n/format.ts';
import { useFormat } from '#i18n/use-format.ts';
import { wirePrice } from '#i18n/wire-price.ts';

export function SeenFacts({
  decisionQuote,
  grid,
}: {
  decisionQuote: DecisionQuote | null;
  grid: PriceGrid | undefined;
}) {
  const { t } = useTranslation();
  const format = useFormat();
  if (!decisionQuote) return <p className="text-12 text-fg-3">{t(($) => $.timeline.unseen)}</p>;
  const { seenAt, quote, quoteAgeMs, book, connections } = decisionQuote;
  const price = (text: string | null | undefined) => wirePrice(format, text, grid);
  const level = (of: { readonly price: string; readonly lots: Lots } | null | undefined) =>
    of ? t(($) => $.timeline.level, { price: price(of.price), lots: format.volume(of.lots) }) : MISSING;
  return (
    <FactList className="text-12 tabular-nums" data-testid="seen">
      <Fact term={t(($) => $.timeline.seenAt)}>
        {format.date(seenAt)} {format.timeMs(seenAt)}
      </Fact>
      <Fact term={t(($) => $.words.market.matchPrice)}>{price(quote?.last)}</Fact>
      <Fact term={t(($) => $.timeline.bidAsk)}>
        {price(quote?.bid)} / {price(quote?.ask)}
      </Fact>
      <Fact term={t(($) => $.timeline.age)}>
        {quoteAgeMs === null ? MISSING : t(($) => $.timeline.ageMs, { ms: format.volume(quoteAgeMs) })}
      </Fact>
      <Fact term={t(($) => $.timeline.bookTop)}>{book ? `${level(book.bid)} / ${level(book.ask)}` : MISSING}</Fact>
      <Fact term={t(($) => $.timeline.feedMarket)}>{t(($) => $.timeline.connection[connections.market])}</Fact>
      <Fact term={t(($) => $.timeline.feedInvestor)}>{t(($) => $.timeline.connection[connections.investor])}</Fact>
    </FactList>
  );
}
