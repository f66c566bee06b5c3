/** Profit by commodity: bars and numbers in one table, so that they can never differ. */

import type { Vnd } from '@mua/core/values';
import { useTranslation } from 'react-i18next';
import { cn } from '#design/class-names.ts';
import { EmptyState } from '#design/ui/feedback/empty-state.tsx';
import { Profit } from '#design/ui/figures/figures.tsx';
import { Table, Td, Th, TotalsRow, Tr } from '#design/ui/table/table.tsx';
import { barPercent, type CommodityRow } from '#features/profit-report/commodity-rows.ts';
import { MISSING } from '#i18n/format.ts';
import { useFormat } from '#i18n/use-format.ts';

export interface CommodityReportProps {
  readonly rows: readonly CommodityRow[];
  /** Names by commodity code, in the current language. */
  readonly names: ReadonlyMap<string, string>;
  /** Over all commodities and the service packages, which belong to none, as summed by the server. */
  readonly total: { readonly netVnd: Vnd; readonly feesVnd: Vnd; readonly accountFeesVnd: Vnd };
}

export function CommodityReport({ rows, names, total }: CommodityReportProps) {
  const { t } = useTranslation();
  const format = useFormat();
  if (rows.length === 0 && total.accountFeesVnd === 0n)
    return <EmptyState title={t(($) => $.property.noTrades)} className="py-10" />;
  const open = rows.reduce<bigint | null>((sum, { openVnd }) => (openVnd === null ? sum : (sum ?? 0n) + openVnd), null);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable by keys.
    <section tabIndex={0} aria-label={t(($) => $.property.byCommodity)} className="max-h-80 overflow-auto tabular-nums">
      <Table className="[&_td:first-child]:pl-0! [&_td:last-child]:pr-0! [&_th:first-child]:pl-0! [&_th:last-child]:pr-0!">
        <thead>
          <tr>
            <Th>{t(($) => $.words.market.commodity)}</Th>
            <Th aria-hidden className="w-1/3 max-md:hidden" />
            <Th numeric>{t(($) => $.property.net)}</Th>
            <Th numeric className="max-xl:hidden">
              {t(($) => $.accounts.fees)}
            </Th>
            <Th numeric>{t(($) => $.property.open)}</Th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Tr key={row.commodityCode} data-testid={`profit-${row.commodityCode}`}>
              <Td>{names.get(row.commodityCode) ?? row.commodityCode}</Td>
              <Td aria-hidden className="max-md:hidden">
                <Bar row={row} rows={rows} />
              </Td>
              <Td numeric className="font-medium">
                <Profit amount={row.netVnd} bare />
              </Td>
              <Td numeric className="text-fg-2 max-xl:hidden">
                {format.vnd(-row.feesVnd, { bare: true })}
              </Td>
              <Td numeric>{row.openVnd === null ? MISSING : <Profit amount={row.openVnd} bare />}</Td>
            </Tr>
          ))}
          {total.accountFeesVnd !== 0n && (
            <Tr data-testid="profit-account-fees">
              <Td>{t(($) => $.property.accountFees)}</Td>
              <Td aria-hidden className="max-md:hidden" />
              <Td numeric className="font-medium">
                <Profit amount={-total.accountFeesVnd} bare />
              </Td>
              <Td numeric className="text-fg-2 max-xl:hidden">
                {format.vnd(-total.accountFeesVnd, { bare: true })}
              </Td>
              <Td numeric>{MISSING}</Td>
            </Tr>
          )}
          <TotalsRow>
            <Td>{t(($) => $.property.total)}</Td>
            <Td aria-hidden className="max-md:hidden" />
            <Td numeric>
              <Profit amount={total.netVnd} bare />
            </Td>
            <Td numeric className="max-xl:hidden">
              {format.vnd(-total.feesVnd, { bare: true })}
            </Td>
            <Td numeric>{open === null ? MISSING : <Profit amount={open} bare />}</Td>
          </TotalsRow>
        </tbody>
      </Table>
    </section>
  );
}

function Bar({ row: { netVnd }, rows }: { row: CommodityRow; rows: readonly CommodityRow[] }) {
  const percent = barPercent(netVnd, rows) / 2;
  return (
    <span className="relative block h-2">
      <span className="-inset-y-2 absolute left-1/2 w-px bg-border-strong" />
      <span
        className={cn(
          'absolute inset-y-0 rounded-[2px]',
          netVnd < 0n ? 'right-1/2 bg-down-candle' : 'left-1/2 bg-up-candle',
        )}
        style={{ width: `${percent}%` }}
      />
    </span>
  );
}
