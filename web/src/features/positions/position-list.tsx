/** Positions of the trading account: open ones valued at the live mark, and the settled pairs. */
import { POSITION_TABS } from '@mua/contract/entities/order-filter';
import { Download, Layers } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useNarrowScreen } from '#design/narrow-screen.ts';
import { ScopeMenuItem, WideScopeChip } from '#design/ui/controls/scope-chip.tsx';
import { Segment } from '#design/ui/controls/segment.tsx';
import { EmptyState } from '#design/ui/feedback/empty-state.tsx';
import { ErrorPanel } from '#design/ui/feedback/error-panel.tsx';
import { SignInFirst } from '#design/ui/feedback/sign-in-first.tsx';
import { SkeletonRows } from '#design/ui/feedback/skeleton.tsx';
import {
  DropdownMenuCheckboxItem,
  DropdownMenuItem,
  DropdownMenuSeparator,
} from '#design/ui/overlays/dropdown-menu.tsx';
import { ColumnMenu } from '#design/ui/table/column-menu.tsx';
import { ListMenu } from '#design/ui/table/list-menu.tsx';
import { ShowAllScope, useScopeHides } from '#design/ui/table/scope-hides.tsx';
import { ToastRoom } from '#design/ui/table/table.tsx';
import { CloseAll } from '#features/positions/close-all.tsx';
import { marginLevelPercents } from '#features/positions/margin-level-prices.ts';
import { OpenPositionCards } from '#features/positions/open-position-cards.tsx';
import { OpenPositionTable } from '#features/positions/open-position-table.tsx';
import { usePositionColumns } from '#features/positions/position-columns.tsx';
import { positionExport, settledExport } from '#features/positions/position-export.ts';
import { useSettledColumns } from '#features/positions/settled-columns.tsx';
import { SettledPositions } from '#features/positions/settled-positions.tsx';
import { useClosing } from '#features/positions/use-closing.ts';
import { useOpenPositions } from '#features/positions/use-open-positions.ts';
import { useContractsByCode } from '#market/contracts.ts';
import { useExporting } from '#orders/export-list.ts';
import { ExportLine } from '#orders/ui/export-line.tsx';
import { WithoutAccount } from '#orders/without-account.tsx';
import { scopedTo, useListScope } from '#session/list-scope-store.ts';
import { useOrderFilter } from '#session/order-filter-store.ts';
import { useReverse } from '#session/reverse-store.ts';
import { useNamedAccount, useTradingAccount } from '#signed-in/accounts.ts';
import type { AccountActor } from '#signed-in/actor.ts';
import { errorCodeOf, useActiveUser } from '#signed-in/actor.ts';

export interface PositionListProps {
  /** The desk's contract, for narrowing the list; omitted outside the desk. */
  readonly contractCode?: string | undefined;
  /** Beside the choice of list: the state of the account. */
  readonly summary?: ReactNode;
}

/** Loaded when there is a position, so that a press to close it waits for nothing. */
const ClosingQuestion = lazy(async () => ({
  default: (await import('#features/positions/closing-question.tsx')).ClosingQuestion,
}));

export function PositionList({ contractCode, summary }: PositionListProps) {
  const userId = useActiveUser();
  const account = useTradingAccount();
  if (userId === null) return <SignInFirst />;
  if (!account) {
    const waiting = <SkeletonRows rows={3} columns={['text', 'text', 'number', 'number']} />;
    return <WithoutAccount userId={userId} waiting={waiting} />;
  }
  const { accountId } = account;
  const key = `${userId} ${accountId}`;
  return <AccountPositions key={key} {...{ userId, accountId, deskCode: contractCode, summary }} />;
}

interface AccountPositionsProps extends AccountActor {
  readonly deskCode: string | undefined;
  readonly summary: ReactNode;
}

function AccountPositions({ userId, accountId, deskCode, summary }: AccountPositionsProps) {
  const actor = useMemo(() => ({ userId, accountId }), [userId, accountId]);
  const isOpen = useOrderFilter(({ activeTab }) => activeTab.positions === 'OPEN');
  const scope = useListScope((store) => scopedTo(store, 'positions', deskCode));
  const exporting = useExporting();
  const account = useNamedAccount(accountId).name;
  const listed = { actor, account, contractCode: scope };
  return (
    <div data-slot="position-list" className="flex min-h-0 flex-1 flex-col bg-surface">
      <div className="flex shrink-0 flex-wrap items-center gap-x-2 gap-y-2 border-border border-b py-0.75 pr-2 pl-3 max-md:py-2 max-md:pl-4">
        <div className="min-w-0 max-md:w-full md:flex-1">{summary}</div>
        {isOpen && <CloseAll actor={actor} />}
        <WideScopeChip list="positions" deskCode={deskCode} />
        <ViewChoice />
        <Columns isOpen={isOpen} />
        <PositionMenu
          isOpen={isOpen}
          deskCode={deskCode}
          onExportOpen={() => void exporting.start(positionExport(listed))}
          onExportSettled={() => void exporting.start(settledExport(listed))}
        />
      </div>
      <ExportLine exporting={exporting} />
      {isOpen ? (
        <OpenPositions actor={actor} contractCode={scope} />
      ) : (
        <SettledPositions actor={actor} contractCode={scope} />
      )}
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

function Columns({ isOpen }: { isOpen: boolean }) {
  const isNarrow = useNarrowScreen();
  if (isNarrow) return null;
  return isOpen ? <OpenColumns /> : <SettledColumns />;
}

/** Names and order of the columns need no rows. */
function OpenColumns() {
  const columns = usePositionColumns({ sums: null, percents: marginLevelPercents(undefined), closing: null });
  return <ColumnMenu list="positions" columns={columns} />;
}

function SettledColumns() {
  return <ColumnMenu list="settled" columns={useSettledColumns(useContractsByCode(), null)} />;
}

interface PositionMenuProps {
  readonly isOpen: boolean;
  readonly deskCode: string | undefined;
  readonly onExportOpen: () => void;
  readonly onExportSettled: () => void;
}

function PositionMenu({ isOpen, deskCode, onExportOpen, onExportSettled }: PositionMenuProps) {
  const { t } = useTranslation();
  const { isOffered, setOffered } = useReverse();
  return (
    <ListMenu testId="menu-positions">
      {isOpen ? (
        <DropdownMenuItem data-testid="export-positions" onSelect={onExportOpen}>
          <Download aria-hidden /> {t(($) => $.lists.exportPositions)}
        </DropdownMenuItem>
      ) : (
        <DropdownMenuItem data-testid="export-settled" onSelect={onExportSettled}>
          <Download aria-hidden /> {t(($) => $.lists.exportSettled)}
        </DropdownMenuItem>
      )}
      <DropdownMenuSeparator />
      <ScopeMenuItem list="positions" deskCode={deskCode} />
      <DropdownMenuCheckboxItem data-testid="offer-reverse" checked={isOffered} onCheckedChange={setOffered}>
        {t(($) => $.lists.withReverse)}
      </DropdownMenuCheckboxItem>
    </ListMenu>
  );
}

function OpenPositions({ actor, contractCode }: { actor: AccountActor; contractCode: string | undefined }) {
  const { t } = useTranslation();
  const isNarrow = useNarrowScreen();
  const open = useOpenPositions(actor, contractCode);
  const closing = useClosing(actor, open.rows);
  const hides = useScopeHides(open.hidden);
  if (open.isLoading)
    return <SkeletonRows rows={3} columns={['text', 'text', 'number', 'number', 'number', 'number']} />;
  if (open.error) {
    return <ErrorPanel panel={t(($) => $.positions.panel)} code={errorCodeOf(open.error)} onRetry={open.retry} />;
  }
  if (open.rows.length === 0) {
    return (
      <EmptyState
        icon={Layers}
        title={t(($) => $.empty.positions)}
        hint={hides}
        action={<ShowAllScope list="positions" hidden={open.hidden} />}
      />
    );
  }
  const Shape = isNarrow ? OpenPositionCards : OpenPositionTable;
  return (
    <>
      <Shape actor={actor} open={open} closing={closing}>
        <ToastRoom />
      </Shape>
      <Suspense>
        <ClosingQuestion actor={actor} rows={open.rows} closing={closing} />
      </Suspense>
    </>
  );
}
