/** What is asked about a chart, one question at a time. */
import type { Contract } from '@mua/contract/entities/contract';
import { DateDialog } from '#features/chart/date-dialog.tsx';
import { IntervalDialog } from '#features/chart/interval-dialog.tsx';
import { SeriesSheet } from '#features/chart/series-menu.tsx';
import type { StudyName } from '#features/chart/settings/study-catalogue.ts';
import { StudyDialog } from '#features/chart/studies/study-dialog.tsx';
import type { ChartOrders } from '#features/chart/trading/chart-orders.ts';
import type { TradingChart } from '#features/chart/trading-chart.ts';

export type PanelDialog =
  | { readonly kind: 'interval'; readonly typed: string }
  | { readonly kind: 'date' }
  | { readonly kind: 'study'; readonly study: StudyName }
  | { readonly kind: 'series' }
  /** In the toolbar. */
  | { readonly kind: 'studies' };

export interface PanelDialogsProps {
  readonly chart: TradingChart;
  readonly contract: Contract;
  readonly compact: boolean;
  readonly alerts: ChartOrders['drawnAlerts'];
  readonly dialog: PanelDialog;
  readonly onClose: () => void;
}

export function PanelDialogs({ chart, contract, compact, alerts, dialog, onClose }: PanelDialogsProps) {
  switch (dialog.kind) {
    case 'interval':
      return <IntervalDialog typed={dialog.typed} {...{ compact, onClose }} />;
    case 'date':
      return <DateDialog {...{ chart, compact, onClose }} />;
    case 'series':
      return <SeriesSheet {...{ chart, contract, onClose }} />;
    case 'study':
      return <StudyDialog name={dialog.study} {...{ compact, contract, alerts, onClose }} />;
    case 'studies':
      return null;
  }
}
