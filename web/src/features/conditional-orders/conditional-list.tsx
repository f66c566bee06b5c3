/** Conditional orders of the trading account: those that wait and those that fired (spec 2). Cards on a phone. */
import { Target } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useTradingAccount } from '#data/accounts.ts';
import { errorCodeOf, useActiveUser } from '#data/actor.ts';
import type { AccountActor } from '#data/orders.ts';
import { useNarrowScreen } from '#design/narrow-screen.ts';
import { Button } from '#design/ui/button.tsx';
import { Chip } from '#design/ui/chip.tsx';
import { EmptyState } from '#design/ui/empty-state.tsx';
import { ErrorPanel } from '#design/ui/error-panel.tsx';
import { SignInFirst } from '#design/ui/sign-in-first.tsx';
import { SkeletonRows } from '#design/ui/skeleton.tsx';
import { ToastRoom } from '#design/ui/table.tsx';
import { useFormat } from '#i18n/use-format.ts';
import { useOrderFilter } from '#session/order-filter-store.ts';
import { ConditionalCards } from './conditional-cards.tsx';
import { ConditionalTable } from './conditional-table.tsx';
import { type ConditionalRows, type ShowsOrder, useConditionalRows } from './use-conditional-rows.ts';

const VIEW_OF = { PENDING_ACTIVATION: 'pending', ACTIVATED: 'activated' } as const;

export function ConditionalList(props: ShowsOrder) {
  const userId = useActiveUser();
  const account = useTradingAccount();
  if (userId === null) return <SignInFirst />;
  if (!account) return <SkeletonRows rows={3} columns={['text', 'text', 'number', 'number']} />;
  return <AccountConditionals actor={{ userId, accountId: account.accountId }} {...props} />;
}

function AccountConditionals({ actor, onShowOrder }: ShowsOrder & { actor: AccountActor }) {
  const tab = useOrderFilter(({ activeTab }) => activeTab.conditionalOrders);
  const list = useConditionalRows(actor, VIEW_OF[tab]);
  return (
    <div data-slot="conditional-list" className="flex min-h-0 flex-1 flex-col bg-surface">
      <ViewChips list={list} />
      <div className="@container min-h-0 flex-1 overflow-auto">
        <Rows actor={actor} list={list} onShowOrder={onShowOrder} />
      </div>
    </div>
  );
}

function ViewChips({ list: { counts } }: { list: ConditionalRows }) {
  const { t } = useTranslation();
  const format = useFormat();
  const tab = useOrderFilter(({ activeTab }) => activeTab.conditionalOrders);
  const setTab = useOrderFilter((state) => state.setTab);
  const names = {
    PENDING_ACTIVATION: t(($) => $.shell.tab.pendingActivation),
    ACTIVATED: t(($) => $.shell.tab.activated),
  };
  return (
    <fieldset className="flex shrink-0 items-center gap-1.5 border-border border-b px-3 py-1.5">
      <legend className="sr-only">{t(($) => $.conditional.view)}</legend>
      {(['PENDING_ACTIVATION', 'ACTIVATED'] as const).map((one) => (
        <Chip
          key={one}
          on={one === tab}
          data-testid={`conditional-tab-${VIEW_OF[one]}`}
          onClick={() => setTab('conditionalOrders', one)}
        >
          {names[one]} {counts[VIEW_OF[one]] !== null && format.volume(counts[VIEW_OF[one]])}
        </Chip>
      ))}
    </fieldset>
  );
}

function Rows({ actor, list, onShowOrder }: ShowsOrder & { actor: AccountActor; list: ConditionalRows }) {
  const { t } = useTranslation();
  const isNarrow = useNarrowScreen();
  if (list.isLoading) return <SkeletonRows rows={3} columns={['text', 'text', 'text', 'number', 'number', 'number']} />;
  if (list.error) {
    return <ErrorPanel panel={t(($) => $.conditional.panel)} code={errorCodeOf(list.error)} onRetry={list.retry} />;
  }
  if (list.rows.length === 0) {
    const { title, hint } = { title: t(($) => $.empty.conditional.title), hint: t(($) => $.empty.conditional.hint) };
    return <EmptyState icon={Target} title={title} hint={hint} />;
  }
  const props = { actor, rows: list.rows, onShowOrder };
  return (
    <>
      {isNarrow ? <ConditionalCards {...props} /> : <ConditionalTable {...props} />}
      {list.hasMore && (
        <div className="grid justify-center p-2">
          <Button size="sm" variant="outline" busy={list.isLoadingMore} onClick={list.loadMore}>
            {t(($) => $.orders.more)}
          </Button>
        </div>
      )}
      <ToastRoom />
    </>
  );
}
