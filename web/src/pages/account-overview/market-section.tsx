/** A summary of the market: the board's groups, the largest moves and the highest volumes. */
import { COMMODITY_GROUPS } from '@mua/core/values';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorPanel } from '#design/ui/feedback/error-panel.tsx';
import { SkeletonRows } from '#design/ui/feedback/skeleton.tsx';
import { Card } from '#design/ui/figures/card.tsx';
import { MarketMovers } from '#features/market-movers/market-movers.tsx';
import { GroupTile } from '#features/market-overview/group-tile.tsx';
import { useContracts } from '#market/contracts.ts';
import { errorCodeOf } from '#signed-in/actor.ts';

export function MarketSection() {
  const { t } = useTranslation();
  const { contracts, data, error, refetch } = useContracts();
  const groups = useMemo(
    () =>
      COMMODITY_GROUPS.map((group) => ({ group, members: contracts.filter((contract) => contract.group === group) })),
    [contracts],
  );
  return (
    <Card aria-label={t(($) => $.accounts.market)} className="overflow-hidden p-0" data-testid="market-section">
      <h2 className="px-5 pt-4 pb-2.5 text-14">{t(($) => $.accounts.market)}</h2>
      {data === undefined && error ? (
        <ErrorPanel
          panel={t(($) => $.accounts.panel.market)}
          code={errorCodeOf(error)}
          onRetry={() => void refetch()}
        />
      ) : data === undefined ? (
        <div className="p-4">
          <SkeletonRows rows={5} columns={['text', 'number', 'number']} />
        </div>
      ) : (
        <div className="grid gap-px border-border border-t bg-border">
          <div className="grid grid-cols-2 gap-px md:h-45 lg:grid-cols-4 max-lg:md:h-auto">
            {groups.map(({ group, members }) => (
              <GroupTile key={group} group={group} contracts={members} />
            ))}
          </div>
          <MarketMovers contracts={contracts} />
        </div>
      )}
    </Card>
  );
}
