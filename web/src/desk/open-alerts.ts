/** Holds where the dialog of the price alerts was opened from: a contract, one alert of it, or all of them. */
import type { AlertSubject } from '@mua/contract/entities/price-alert';
import { create } from 'zustand';
import { useOpenDialog } from '#session/open-dialog.ts';

interface OpenAlerts {
  /** Null when it was opened for no contract in particular. */
  readonly contractCode: string | null;
  /** The alert to change, if any. */
  readonly alertId: string | null;
  /** What a new alert follows, if it was chosen on a chart. */
  readonly subject: AlertSubject | null;
}

const NOTHING: OpenAlerts = { contractCode: null, alertId: null, subject: null };

export const useOpenAlerts = create<OpenAlerts>()(() => ({ ...NOTHING }));

export function openAlerts(at: Partial<OpenAlerts> = {}): void {
  useOpenAlerts.setState({ ...NOTHING, ...at });
  useOpenDialog.getState().open('alerts');
}
