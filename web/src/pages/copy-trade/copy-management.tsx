/** `/account-overview/copy-trade/management`, a new strategy, and one of one's own: one route, as for strategies. */
import { ManagementPage } from '#pages/copy-trade/leading/management-page.tsx';
import { OwnStrategyPage } from '#pages/copy-trade/leading/own-strategy-page.tsx';
import { ownStrategyTabOf } from '#pages/copy-trade/leading/own-strategy-tabs.ts';

export interface CopyManagementSearch {
  readonly tab?: string;
}

export interface CopyManagementProps {
  readonly id: string | undefined;
  readonly search: CopyManagementSearch;
  readonly onSearch: (search: CopyManagementSearch) => void;
}

/** The name of a strategy that is none yet. */
const NEW = 'new';

export function CopyManagement({ id, search: { tab }, onSearch }: CopyManagementProps) {
  if (id === undefined) return <ManagementPage />;
  const strategyId = id === NEW ? null : id;
  return (
    <OwnStrategyPage
      key={id}
      strategyId={strategyId}
      tab={ownStrategyTabOf(tab)}
      onTab={(next) => onSearch({ tab: next })}
    />
  );
}
