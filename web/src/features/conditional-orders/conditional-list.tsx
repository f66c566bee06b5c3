/**
 * The conditional orders of the trading account, waiting and triggered (docs/rules/orders.md#conditional-orders). Cards
 * on a phone.
 */
import { useQueryClient } from '@tanstack/react-query';
import { Download, Target } from 'lucide-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { cn } from '#design/class-names.ts';
import { useNarrowScreen } from '#design/narrow-screen.ts';
import { TALL_CHIPS } from '#design/phone-targets.ts';
import { Chip } from '#design/ui/controls/chip.tsx';
import { LockButton, LockMenuItem } from '#design/ui/controls/lock-button.tsx';
import { ScopeMenuItem, WideScopeChip } from '#design/ui/controls/scope-chip.tsx';
import { EmptyState } from '#design/ui/feedback/empty-state.tsx';
import { ErrorPanel } from '#design/ui/feedback/error-panel.tsx';
import { SignInFirst } from '#design/ui/feedback/sign-in-first.tsx';
import { SkeletonRows } from '#design/ui/feedback/skeleton.tsx';
import { DropdownMenuItem } from '#design/ui/overlays/dropdown-menu.tsx';
import { ColumnMenu } from '#design/ui/table/column-menu.tsx';
import { ListMenu } from '#design/ui/table/list-menu.tsx';
import { MoreRows } from '#design/ui/table/more-rows.tsx';
import { ShowAllScope, useScopeHides } from '#design/ui/table/scope-hides.tsx';
import { ToastRoom } from '#design/ui/table/table.tsx';
import { type RowSelection, useRowSelection } from '#design/use-row-selection.ts';
import { ConditionalCards } from '#features/conditional-orders/conditional-cards.tsx';
import { useConditionalColumns } from '#features/conditional-orders/conditional-columns.tsx';
import { conditionalExport } from '#features/conditional-orders/conditional-export.ts';
import { ConditionalTable } from '#features/conditional-orders/conditional-table.tsx';
import {
  type ConditionalRows,
  type ShowsOrder,
  useConditionalRows,
} from '#features/conditional-orders/use-conditional-rows.ts';
import { useFormat } from '#i18n/use-format.ts';
import { type BulkProgress, useBulkCancel } from '#orders/bulk-cancel.ts';
import { cancelConditional } from '#orders/conditional-orders.ts';
import { useExporting } from '#orders/export-list.ts';
import { BulkBar } from '#orders/ui/bulk-bar.tsx';
import { ExportLine } from '#orders/ui/export-line.tsx';
import { WithoutAccount } from '#orders/without-account.tsx';
import { scopedTo, useListScope } from '#session/list-scope-store.ts';
import { useOrderFilter } from '#session/order-filter-store.ts';
import { useNamedAccount, useTradingAccount } from '#signed-in/accounts.ts';
import type { AccountActor } from '#signed-in/actor.ts';
import { errorCodeOf, useActiveUser } from '#signed-in/actor.ts';

const VIEW_OF = { PENDING_ACTIVATION: 'pending', ACTIVATED: 'activated' } as const;

export interface ConditionalListProps extends ShowsOrder {
  /** The desk's contract, for narrowing the list; omitted outside the desk. */
  readonly contractCode?: string | undefined;
}

export function ConditionalList({ contractCode, onShowOrder }: ConditionalListProps) {
  const userId = useActiveUser();
  const account = useTradingAccount();
  if (userId === null) return <SignInFirst />;
  if (!account) {
    const waiting = <SkeletonRows rows={3} columns={['text', 'text', 'number', 'number']} />;
    return <WithoutAccount userId={userId} waiting={waiting} />;
  }
  const { accountId } = account;
  const key = `${userId} ${accountId}`;
  return <AccountConditionals key={key} {...{ userId, accountId, deskCode: contractCode, onShowOrder }} />;
}

type AccountConditionalsProps = AccountActor & ShowsOrder & { readonly deskCode: string | undefined };

function AccountConditionals({ userId, accountId, deskCode, onShowOrder }: AccountConditionalsProps) {
  const client = useQueryClient();
  const actor = useMemo(() => ({ userId, accountId }), [userId, accountId]);
  const tab = useOrderFilter(({ activeTab }) => activeTab.conditionalOrders);
  const view = VIEW_OF[tab];
  const scope = useListScope((store) => scopedTo(store, 'conditionals', deskCode));
  const list = useConditionalRows(actor, view, scope);
  const able = useMemo(
    () => list.rows.flatMap(({ order }) => (order.state === 'PENDING_ACTIVATION' ? [order.conditionalOrderId] : [])),
    [list.rows],
  );
  const listed = `${accountId} ${tab} ${scope ?? ''}`;
  const chosen = useRowSelection(able, listed);
  // Triggered orders can't be cancelled, so there is nothing to select.
  const selection = view === 'pending' ? chosen : { ...chosen, isUnlocked: false };
  const bulk = useBulkCancel((id) => cancelConditional(client, actor, id), listed);
  const exporting = useExporting();
  const account = useNamedAccount(accountId).name;
  const onExport = () => void exporting.start(conditionalExport({ actor, account, view, contractCode: scope }));
  return (
    <div data-slot="conditional-list" className="flex min-h-0 flex-1 flex-col bg-surface">
      <Toolbar list={list} deskCode={deskCode} selection={selection} onExport={onExport} />
      <ExportLine exporting={exporting} />
      {selection.isUnlocked && (
        <BulkBar
          chosen={selection.chosen}
          progress={bulk.progress}
          onCancel={() => void bulk.start(selection.chosen)}
          onChoose={selection.toggleAll}
          onForget={bulk.forget}
        />
      )}
      <Rows actor={actor} list={list} onShowOrder={onShowOrder} selection={selection} progress={bulk.progress} />
    </div>
  );
}

interface ToolbarProps {
  readonly list: ConditionalRows;
  readonly deskCode: string | undefined;
  readonly selection: RowSelection;
  readonly onExport: () => void;
}

function Toolbar({ list: { counts }, deskCode, selection, onExport }: ToolbarProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const isNarrow = useNarrowScreen();
  const tab = useOrderFilter(({ activeTab }) => activeTab.conditionalOrders);
  const setTab = useOrderFilter((state) => state.setTab);
  const names = {
    PENDING_ACTIVATION: t(($) => $.shell.tab.pendingActivation),
    ACTIVATED: t(($) => $.shell.tab.activated),
  };
  return (
    <fieldset
      className={cn('flex shrink-0 flex-wrap items-center gap-1.5 border-border border-b px-3 py-1.5', TALL_CHIPS)}
    >
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
      <span className="min-w-2 flex-1" />
      <WideScopeChip list="conditionals" deskCode={deskCode} />
      {tab === 'PENDING_ACTIVATION' && (
        <LockButton isUnlocked={selection.isUnlocked} onChange={selection.setUnlocked} testId="lock-conditionals" />
      )}
      {!isNarrow && <ConditionalColumnMenu hasFired={tab === 'ACTIVATED'} />}
      <ListMenu testId="menu-conditionals">
        {tab === 'PENDING_ACTIVATION' && (
          <LockMenuItem isUnlocked={selection.isUnlocked} onChange={selection.setUnlocked} testId="lock-conditionals" />
        )}
        <DropdownMenuItem data-testid="export-conditionals" onSelect={onExport}>
          <Download aria-hidden /> {t(($) => $.lists.exportConditionals)}
        </DropdownMenuItem>
        <ScopeMenuItem list="conditionals" deskCode={deskCode} />
      </ListMenu>
    </fieldset>
  );
}

const NOBODY: AccountActor = { userId: '', accountId: '' };
const NO_FATES: BulkProgress['fates'] = new Map();

/** Names and order of the columns need no rows. */
function ConditionalColumnMenu({ hasFired }: { hasFired: boolean }) {
  const columns = useConditionalColumns({ actor: NOBODY, hasFired, fates: NO_FATES });
  return <ColumnMenu list="conditionals" columns={columns} />;
}

interface RowsProps extends ShowsOrder {
  readonly actor: AccountActor;
  readonly list: ConditionalRows;
  readonly selection: RowSelection;
  readonly progress: BulkProgress;
}

function Rows({ actor, list, onShowOrder, selection, progress }: RowsProps) {
  const { t } = useTranslation();
  const isNarrow = useNarrowScreen();
  const hides = useScopeHides(list.hidden);
  if (list.isLoading) return <SkeletonRows rows={3} columns={['text', 'text', 'text', 'number', 'number', 'number']} />;
  if (list.error) {
    return <ErrorPanel panel={t(($) => $.conditional.panel)} code={errorCodeOf(list.error)} onRetry={list.retry} />;
  }
  if (list.rows.length === 0 && !list.hasMore) {
    return (
      <EmptyState
        icon={Target}
        title={t(($) => $.empty.conditional.title)}
        hint={hides ?? t(($) => $.empty.conditional.hint)}
        action={<ShowAllScope list="conditionals" hidden={list.hidden} />}
      />
    );
  }
  const Shape = isNarrow ? ConditionalCards : ConditionalTable;
  return (
    <Shape actor={actor} rows={list.rows} onShowOrder={onShowOrder} selection={selection} progress={progress}>
      <MoreRows list="conditionals" rows={list.rows.length} more={list} />
      <ToastRoom />
    </Shape>
  );
}
