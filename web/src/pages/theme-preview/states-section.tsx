/** The order book's rows; the palettes. */
import { useTranslation } from 'react-i18next';
import { BookRow, SpreadRow } from '#design/ui/book-row.tsx';
import { Button } from '#design/ui/button.tsx';
import { DirectionGlyph, Price } from '#design/ui/figures.tsx';
import { useFormat } from '#i18n/use-format.ts';
import { PALETTES } from '#session/appearance-store.ts';
import { CORN, TICKS } from './samples.ts';
import { Section } from './specimen.tsx';

const BOOK = [
  { side: 'SELL', offset: 1, size: 81, cumulative: 129, depth: 0.4 },
  { side: 'SELL', offset: 0, size: 48, cumulative: 48, depth: 0.24 },
  { side: 'BUY', offset: -1, size: 25, cumulative: 25, depth: 0.18 },
  { side: 'BUY', offset: -2, size: 74, cumulative: 99, depth: 0.32 },
  { side: 'BUY', offset: -9, size: 132, cumulative: 1113, depth: 0.7, own: true },
] as const;

export function BookSection({ className }: { className?: string | undefined }) {
  const { t } = useTranslation();
  const format = useFormat();
  const level = ({ offset, size, cumulative, ...row }: (typeof BOOK)[number]) => (
    <BookRow
      key={offset}
      {...row}
      price={format.price(TICKS.last + offset, CORN)}
      size={format.volume(size)}
      cumulative={format.volume(cumulative)}
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
