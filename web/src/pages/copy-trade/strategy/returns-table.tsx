/** The days of the returns as rows, newest first. */
import type { StrategyDay } from '@mua/contract/entities/strategy-figures';
import { useTranslation } from 'react-i18next';
import { Return } from '#design/ui/figures/figures.tsx';
import { Table, Td, Th, Tr } from '#design/ui/table/table.tsx';
import { formatCivilDate } from '#i18n/format.ts';
import { drawdownOn } from '#pages/copy-trade/strategy/returns-figure.ts';

export function ReturnsTable({ days }: { readonly days: readonly StrategyDay[] }) {
  const { t } = useTranslation();
  const label = t(($) => $.strategies.tabs.pnl);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable by keys.
    <section tabIndex={0} aria-label={label} className="h-100 overflow-auto tabular-nums max-md:h-66">
      <Table>
        <thead>
          <tr>
            <Th>{t(($) => $.property.date)}</Th>
            <Th numeric>{t(($) => $.strategies.followers)}</Th>
            <Th numeric>{t(($) => $.strategies.leader)}</Th>
            <Th numeric>{t(($) => $.strategies.drawdown)}</Th>
          </tr>
        </thead>
        <tbody>
          {[...days].reverse().map((day) => (
            <Tr key={day.tradeDate}>
              <Td>
                {formatCivilDate(day.tradeDate)}
                {day.isRunning && <span className="ml-1.5 text-fg-3">{t(($) => $.property.running)}</span>}
              </Td>
              <Td numeric className="font-medium">
                <Return percent={day.followersPercent} />
              </Td>
              <Td numeric>
                <Return percent={day.leaderPercent} isPlain />
              </Td>
              <Td numeric>
                <Return percent={drawdownOn(day)} isPlain />
              </Td>
            </Tr>
          ))}
        </tbody>
      </Table>
    </section>
  );
}
