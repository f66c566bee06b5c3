/** `/account-overview/copy-trade/trading`, one copy below it, and one of its weeks: one route, as for strategies. */
import { CopiesPage } from '#pages/copy-trade/copies/copies-page.tsx';
import { CopyPage } from '#pages/copy-trade/copies/copy-page.tsx';
import { copyTabOf } from '#pages/copy-trade/copies/copy-tabs.ts';
import { WeeklyReportPage } from '#pages/copy-trade/copies/weekly-report.tsx';

export interface CopyTradingSearch {
  readonly tab?: string;
  /** When a week began. */
  readonly week?: string;
}

export interface CopyTradingProps {
  readonly id: string | undefined;
  readonly search: CopyTradingSearch;
  readonly onSearch: (search: CopyTradingSearch) => void;
}

export function CopyTrading({ id, search: { tab, week }, onSearch }: CopyTradingProps) {
  if (id === undefined) return <CopiesPage />;
  if (week !== undefined) return <WeeklyReportPage key={id} copyId={id} week={String(week)} />;
  return <CopyPage key={id} copyId={id} tab={copyTabOf(tab)} onTab={(next) => onSearch({ tab: next })} />;
}
