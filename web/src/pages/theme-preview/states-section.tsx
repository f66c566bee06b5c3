/** Rows of the order book, and the palettes. */
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#design/ui/controls/button.tsx';
import { DirectionGlyph, Price } from '#design/ui/figures/figures.tsx';
import { BookLevelRow } from '#features/order-book/book-level-row.tsx';
import { bookWords } from '#features/order-book/book-words.ts';
import { SpreadRow } from '#features/order-book/spread-row.tsx';
import { useFormat } from '#i18n/use-format.ts';
import { CORN as CORN_CONTRACT } from '#mock/sample-records.ts';
import { CORN, TICKS } from '#pages/theme-preview/samples.ts';
import { Section } from '#pages/theme-preview/specimen.tsx';
import { PALETTES } from '#session/appearance-store.ts';

const BOOK = [
  { side: 'SELL', offset: 1, lots: 81, cumulativeLots: 129, depth: 0.4, ownLots: 0 },
  { side: 'SELL', offset: 0, lots: 48, cumulativeLots: 48, depth: 0.24, ownLots: 0 },
  { side: 'BUY', offset: -1, lots: 25, cumulativeLots: 25, depth: 0.18, ownLots: 0 },
  { side: 'BUY', offset: -2, lots: 74, cumulativeLots: 99, depth: 0.32, ownLots: 0 },
  { side: 'BUY', offset: -9, lots: 132, cumulativeLots: 1113, depth: 0.7, ownLots: 2 },
] as const;

export function BookSection({ className }: { className?: string | undefined }) {
  const { t } = useTranslation();
  const format = useFormat();
  const words = useMemo(() => bookWords(t), [t]);
  const level = ({ offset, ...row }: (typeof BOOK)[number]) => (
    <BookLevelRow
      key={offset}
      {...row}
      words={words}
      row={offset}
      contract={CORN_CONTRACT}
      priceTicks={TICKS.last + offset}
      tabColumn="price"
      onPrice={nothing}
      onLots={nothing}
    />
  );
  return (
    <Section className={className} title={t(($) => $.preview.section.book)}>
      <div className="-mx-4">
        {BOOK.filter(({ side }) => side === 'SELL').map(level)}
        <SpreadRow
          price={
            <span className="flex items-center gap-1.5 text-up">
              <Price ticks={TICKS.last} grid={CORN} />
              <DirectionGlyph direction="up" className="text-12" />
            </span>
          }
          spread={`${t(($) => $.words.market.spread)} ${format.price(1, CORN)}`}
        />
        {BOOK.filter(({ side }) => side === 'BUY').map(level)}
      </div>
      <p className="mt-2.5 text-11 text-fg-3">{t(($) => $.preview.sample.bookHint)}</p>
    </Section>
  );
}

function nothing(): void {}

export function PalettesSection({ className }: { className?: string | undefined }) {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <Section className={className} title={t(($) => $.preview.section.palettes)}>
      <div className="overflow-x-auto">
        {PALETTES.map((palette) => (
          <div
            key={palette}
            data-palette={palette}
            className="grid h-8.5 min-w-[820px] grid-cols-[220px_repeat(5,84px)_150px_auto] items-center gap-2 border-border border-b last:border-b-0"
          >
            <span className="font-medium">{t(($) => $.shell.palette[palette])}</span>
            <Price ticks={TICKS.last} grid={CORN} direction="up" glyph />
            <Price ticks={TICKS.low} grid={CORN} direction="down" glyph />
            <Price ticks={TICKS.reference} grid={CORN} direction="unchanged" glyph />
            <span className="text-ceil">
              {palette === 'vn' && `${t(($) => $.preview.sample.ceiling)} ${format.price(TICKS.ceiling, CORN)}`}
            </span>
            <span className="text-floor">
              {palette === 'vn' && `${t(($) => $.preview.sample.floor)} ${format.price(TICKS.floor, CORN)}`}
            </span>
            <span className="text-warning">! {t(($) => $.preview.sample.sessionsLeft, { sessions: 5 })}</span>
            <span className="flex gap-1">
              <Button size="sm" variant="buy">
                {t(($) => $.words.side.BUY)}
              </Button>
              <Button size="sm" variant="sell">
                {t(($) => $.words.side.SELL)}
              </Button>
            </span>
          </div>
        ))}
      </div>
    </Section>
  );
}
