/** `/account-overview/copy-trade/history`: the copies that have ended, the newest first. */
import type { OwnCopy } from '@mua/contract/entities/copy-trader';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SkeletonRows } from '#design/ui/feedback/skeleton.tsx';
import { usePageTitle } from '#features/shell/page-title.ts';
import { useFormat } from '#i18n/use-format.ts';
import { Answered } from '#pages/copy-trade/answered.tsx';
import { copiesQuery, isClosed } from '#pages/copy-trade/copies/copies.ts';
import { OfInvestor } from '#pages/copy-trade/of-investor.tsx';
import { Pager } from '#pages/copy-trade/pager.tsx';
import { CopyTable } from '#pages/copy-trade/results/copy-table.tsx';
import { NothingCopied } from '#pages/copy-trade/results/events-page.tsx';

export function HistoryPage() {
  const { t } = useTranslation();
  const title = t(($) => $.strategies.nav.history);
  usePageTitle(title);
  return <OfInvestor title={title}>{(userId) => <History userId={userId} />}</OfInvestor>;
}

function History({ userId }: { readonly userId: string }) {
  const { t } = useTranslation();
  const query = useQuery(copiesQuery(userId));
  return (
    <div className="flex min-h-0 flex-1 flex-col bg-surface" data-testid="copy-history">
      <Answered
        query={query}
        panel={t(($) => $.copies.panel)}
        waiting={<SkeletonRows rows={8} columns={['text', 'text', 'number', 'number']} />}
      >
        {(copies) => {
          const ended = copies.filter(isClosed);
          return ended.length === 0 ? <NothingCopied title={t(($) => $.copies.noneEnded)} /> : <Ended copies={ended} />;
        }}
      </Answered>
    </div>
  );
}

const PAGE = 20;

function Ended({ copies }: { readonly copies: readonly OwnCopy[] }) {
  const { t } = useTranslation();
  const format = useFormat();
  const [chosen, setPage] = useState(1);
  const last = Math.ceil(copies.length / PAGE);
  const page = Math.min(chosen, last);
  return (
    <>
      <div className="min-h-0 flex-1 overflow-y-auto max-lg:low:overflow-visible">
        <CopyTable copies={copies.slice((page - 1) * PAGE, page * PAGE)} label={t(($) => $.strategies.nav.history)} />
      </div>
      <Pager
        pages={{ page, cursor: null, forward: () => setPage(page + 1), back: () => setPage(page - 1) }}
        pageSize={PAGE}
        total={copies.length}
        totalText={t(($) => $.copies.total, { count: copies.length, copies: format.volume(copies.length) })}
        nextCursor={page < last ? String(page + 1) : null}
      />
    </>
  );
}
