/** Holds where the dialog of the price alerts was opened from: a contract, one alert of it, or all of them. */
import { create } from 'zustand';
import { useOpenDialog } from '#session/open-dialog.ts';

interface OpenAlerts {
  /** Null when it was opened for no contract in particular. */
  readonly contractCode: string | null;
  /** The alert to change, if any. */
  readonly alertId: string | null;
}

export const useOpenAlerts = create<OpenAlerts>()(() => ({ contractCode: null, alertId: null }));

export function openAlerts(at: Partial<OpenAlerts> = {}): void {
  useOpenAlerts.setState({ contractCode: null, alertId: null, ...at });
  useOpenDialog.getState().open('alerts');
}
