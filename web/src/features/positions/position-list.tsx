/** Positions of the trading account: open ones valued at the live mark, and the pairs that were settled. */
import { POSITION_TABS } from '@mua/contract/entities/order-filter';
import { Layers } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useTradingAccount } from '#data/accounts.ts';
import { errorCodeOf, useActiveUser } from '#data/actor.ts';
import type { AccountActor } from '#data/orders.ts';
import { useNarrowScreen } from '#design/narrow-screen.ts';
import { EmptyState } from '#design/ui/empty-state.tsx';
import { ErrorPanel } from '#design/ui/error-panel.tsx';
import { Segment } from '#design/ui/segment.tsx';
import { SignInFirst } from '#design/ui/sign-in-first.tsx';
import { SkeletonRows } from '#design/ui/skeleton.tsx';
import { ToastRoom } from '#design/ui/table.tsx';
import { useOrderFilter } from '#session/order-filter-store.ts';
import { CloseAll } from './close-all.tsx';
import { OpenPositionCards } from './open-position-cards.tsx';
import { OpenPositionTable } from './open-position-table.tsx';
import { SettledPositions } from './settled-positions.tsx';
import { useOpenPositions } from './use-open-positions.ts';

export interface PositionListProps {
  /** Only positions of this contract, as on a phone's desk. */
  readonly contractCode?: string | undefined;
  /** Beside the choice of what is listed: how the account stands. */
  readonly summary?: ReactNode;
}

export function PositionList({ contractCode, summary }: PositionListProps) {
  const userId = useActiveUser();
  const account = useTradingAccount();
  const tab = useOrderFilter(({ activeTab }) => activeTab.positions);
  if (userId === null) return <SignInFirst />;
  if (!account) return <SkeletonRows rows={3} columns={['text', 'text', 'number', 'number']} />;
  const actor = { userId, accountId: account.accountId };
  return (
    <div data-slot="position-list" className="flex min-h-0 flex-1 flex-col bg-surface">
      <div className="flex shrink-0 flex-wrap items-center gap-x-4 gap-y-2 border-border border-b py-0.75 pr-2 pl-3 max-md:py-2 max-md:pl-4">
        <div className="min-w-0 max-md:w-full md:flex-1">{summary}</div>
        {tab === 'OPEN' && <CloseAll actor={actor} />}
        <ViewChoice />
      </div>
      <div className="min-h-0 flex-1 overflow-auto" key={account.accountId}>
        {tab === 'OPEN' ? (
          <OpenPositions actor={actor} contractCode={contractCode} />
        ) : (
          <SettledPositions actor={actor} contractCode={contractCode} />
        )}
      </div>
    </div>
  );
}

function ViewChoice() {
  const { t } = useTranslation();
  const tab = useOrderFilter(({ activeTab }) => activeTab.positions);
  const setTab = useOrderFilter((state) => state.setTab);
  const names = { OPEN: t(($) => $.words.position.open), SETTLE: t(($) => $.words.position.settle) };
  return (
    <Segment
      label={t(($) => $.positions.view)}
      value={tab}
      onValueChange={(next) => setTab('positions', next)}
      options={POSITION_TABS.map((one) => ({ value: one, label: names[one] }))}
    />
  );
}

function OpenPositions({ actor, contractCode }: { actor: AccountActor; contractCode: string | undefined }) {
  const { t } = useTranslation();
  const isNarrow = useNarrowScreen();
  const open = useOpenPositions(actor, contractCode);
  if (open.isLoading)
    return <SkeletonRows rows={3} columns={['text', 'text', 'number', 'number', 'number', 'number']} />;
  if (open.error) {
    return <ErrorPanel panel={t(($) => $.positions.panel)} code={errorCodeOf(open.error)} onRetry={open.retry} />;
  }
  if (open.rows.length === 0) return <EmptyState icon={Layers} title={t(($) => $.empty.positions)} />;
  return (
    <>
      {isNarrow ? <OpenPositionCards actor={actor} open={open} /> : <OpenPositionTable actor={actor} open={open} />}
      <ToastRoom />
    </>
  );
}
