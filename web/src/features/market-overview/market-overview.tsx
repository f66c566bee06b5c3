/** The band above the board: four group indices, and the chosen contract's chart beside them. */
import type { Contract } from '@mua/contract/entities/contract';
import { COMMODITY_GROUPS } from '@mua/core/values';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useMediaQuery } from '#design/use-media-query.ts';
import { GroupTile } from '#features/market-overview/group-tile.tsx';
import { MarketChart } from '#features/market-overview/market-chart.tsx';

export interface MarketOverviewProps {
  readonly contracts: readonly Contract[];
  readonly selected: Contract | undefined;
}

/** The band's height minus the chart's own header. */
const CHART_HEIGHTS = { usual: 150, wide: 202 };

export function MarketOverview({ contracts, selected }: MarketOverviewProps) {
  const { t } = useTranslation();
  const isWide = useMediaQuery('(min-width: 106.25rem)');
  const groups = useMemo(
    () =>
      COMMODITY_GROUPS.map((group) => ({ group, members: contracts.filter((contract) => contract.group === group) })),
    [contracts],
  );
  return (
    <section
      aria-label={t(($) => $.words.market.indices)}
      className="grid grid-cols-2 gap-px bg-border md:h-45 md:grid-cols-4 lg:grid-cols-[repeat(4,minmax(0,1fr))_minmax(320px,460px)] 2xl:h-58 2xl:grid-cols-[repeat(4,minmax(0,1fr))_640px]"
    >
      {groups.map(({ group, members }) => (
        <GroupTile key={group} group={group} contracts={members} />
      ))}
      {selected ? (
        <MarketChart contract={selected} height={isWide ? CHART_HEIGHTS.wide : CHART_HEIGHTS.usual} />
      ) : (
        <div className="hidden bg-surface lg:block" />
      )}
    </section>
  );
}
