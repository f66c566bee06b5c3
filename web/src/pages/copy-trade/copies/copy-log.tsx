/** The follower's log: each fill of the leader, and what the copy made of it. */
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { ScrollText } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Segment } from '#design/ui/controls/segment.tsx';
import { EmptyState } from '#design/ui/feedback/empty-state.tsx';
import { SkeletonRows } from '#design/ui/feedback/skeleton.tsx';
import { Answered } from '#pages/copy-trade/answered.tsx';
import { copyDecisionsQuery } from '#pages/copy-trade/copies/copies.ts';
import type { OfCopyProps } from '#pages/copy-trade/copies/copy-props.ts';
import { DecisionRow } from '#pages/copy-trade/copies/decision-row.tsx';
import { MoreButton } from '#pages/copy-trade/more-button.tsx';
import { strategyQuery } from '#pages/copy-trade/strategies/strategies.ts';

export function CopyLog({ userId, copy }: OfCopyProps) {
  const { t } = useTranslation();
  const query = useInfiniteQuery(copyDecisionsQuery(userId, copy.copyTraderId));
  const { data: strategy } = useQuery(strategyQuery(userId, copy.strategyId));
  const [shown, setShown] = useState<'all' | 'skipped'>('all');
  return (
    <Answered
      query={query}
      panel={t(($) => $.copies.logPanel)}
      waiting={<SkeletonRows rows={6} columns={['text', 'text', 'text']} />}
    >
      {({ pages }) => {
        const decisions = pages.flatMap(({ items }) => items);
        const listed = shown === 'all' ? decisions : decisions.filter(({ skip }) => skip !== null);
        if (decisions.length === 0)
          return <EmptyState icon={ScrollText} title={t(($) => $.copies.noLog)} hint={t(($) => $.copies.noLogHint)} />;
        return (
          <>
            <div className="border-border border-b px-4 py-2 md:px-5">
              <Segment
                label={t(($) => $.copies.shown)}
                value={shown}
                onValueChange={setShown}
                options={[
                  { value: 'all', label: t(($) => $.copies.allFills) },
                  { value: 'skipped', label: t(($) => $.copies.notCopied), testId: 'log-skipped' },
                ]}
              />
            </div>
            {listed.length === 0 ? (
              <EmptyState icon={ScrollText} title={t(($) => $.copies.allCopied)} />
            ) : (
              <ol aria-label={t(($) => $.copies.tabs.log)}>
                {listed.map((decision, index) => (
                  <DecisionRow
                    // biome-ignore lint/suspicious/noArrayIndexKey: fills of one moment have nothing that tells them apart.
                    key={listed.length - index}
                    decision={decision}
                    ratio={copy.copyRatio}
                    tolerance={strategy?.slippageTolerance}
                  />
                ))}
              </ol>
            )}
            <MoreButton query={query} />
          </>
        );
      }}
    </Answered>
  );
}
