import { useTranslation } from 'react-i18next';
import { Button } from '#design/ui/controls/button.tsx';
import { ProgressRing } from '#design/ui/feedback/progress-ring.tsx';
import { DIRECTION_TEXT, Price, QuoteChange } from '#design/ui/figures/figures.tsx';
import { type RowProps, Table, Td, Th, Tr } from '#design/ui/table/table.tsx';
import { MISSING } from '#i18n/format.ts';
import { useFormat } from '#i18n/use-format.ts';
import { CODE, CORN, TICKS, VOLUME } from '#pages/theme-preview/samples.ts';
import { Section } from '#pages/theme-preview/specimen.tsx';

const ROWS = [
  { state: 'plain', row: {} },
  { state: 'rowHover', row: { className: '[&>td]:bg-surface-2' } },
  { state: 'selected', row: { selected: true } },
  { state: 'focus', row: { className: '[&>td]:shadow-[inset_0_1px_var(--ring),inset_0_-1px_var(--ring)]' } },
  { state: 'flash', row: {} },
  { state: 'unchanged', row: {} },
  { state: 'late', row: {} },
  { state: 'closed', row: { closed: true } },
] as const satisfies readonly { state: string; row: RowProps }[];

type State = (typeof ROWS)[number]['state'];

export function RowsSection({ className }: { className?: string | undefined }) {
  const { t } = useTranslation();
  return (
    <Section className={className} title={t(($) => $.preview.section.rows)}>
      <div className="-mx-1 overflow-x-auto">
        <Table>
          <thead>
            <tr>
              <Th>{t(($) => $.words.board.code)}</Th>
              <Th>{t(($) => $.words.board.commodity)}</Th>
              <Th numeric>{t(($) => $.words.board.matchPrice)}</Th>
              <Th numeric>{t(($) => $.words.board.change)}</Th>
              <Th numeric>{t(($) => $.words.board.totalVolume)}</Th>
              <Th numeric>{t(($) => $.words.order.filledQuantity)}</Th>
              <Th>{t(($) => $.words.order.status)}</Th>
            </tr>
          </thead>
          <tbody>
            {ROWS.map(({ state, row }) => (
              <QuoteRow key={state} state={state} row={row} />
            ))}
          </tbody>
        </Table>
      </div>
    </Section>
  );
}

function QuoteRow({ state, row }: { state: State; row: RowProps }) {
  const { t } = useTranslation();
  const format = useFormat();
  const isClosed = state === 'closed';
  const ticks = isClosed ? null : state === 'unchanged' ? TICKS.reference : TICKS.last;
  const direction = isClosed ? null : state === 'unchanged' ? 'unchanged' : 'up';
  return (
    <Tr tabIndex={0} {...row}>
      <Td className="font-medium">{CODE}</Td>
      <Td className="text-fg-2">
        <span className="flex items-center gap-1">
          {t(($) => $.preview.sample.corn)}
          {state === 'rowHover' && (
            <span className="ml-auto flex gap-1">
              <Button size="sm" variant="buy">
                {t(($) => $.words.side.BUY)}
              </Button>
              <Button size="sm" variant="sell">
                {t(($) => $.words.side.SELL)}
              </Button>
            </span>
          )}
        </span>
      </Td>
      <Td numeric className={state === 'flash' ? 'bg-up-soft' : undefined}>
        <Price ticks={ticks} grid={CORN} direction={direction} glyph />
      </Td>
      <Td numeric>
        <QuoteChange
          changeTicks={isClosed ? null : (ticks ?? 0) - TICKS.reference}
          referenceTicks={TICKS.reference}
          grid={CORN}
          show="change"
        />
      </Td>
      <Td numeric className="text-fg-2">
        {state === 'late' ? (
          <span className="text-12 text-warning">{t(($) => $.words.board.late, { seconds: 14 })}</span>
        ) : (
          format.volume(VOLUME)
        )}
      </Td>
      <Td numeric className={direction ? undefined : DIRECTION_TEXT.unchanged}>
        <span className="inline-flex items-center gap-1.5">
          <ProgressRing done={isClosed ? 0 : 2} total={5} />
          {isClosed ? MISSING : '2/5'}
        </span>
      </Td>
      <Td className="text-11 text-fg-3">{t(($) => $.preview.state[state])}</Td>
    </Tr>
  );
}
