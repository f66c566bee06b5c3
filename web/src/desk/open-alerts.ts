/** Where the dialog of the price alerts was asked for: at a contract, at one alert of it, or at all of them. */
import { create } from 'zustand';
import { useOpenDialog } from '#session/open-dialog.ts';

interface OpenAlerts {
  /** Null: asked for at no contract in particular. */
  readonly contractCode: string | null;
  /** To be changed. */
  readonly alertId: string | null;
}

export const useOpenAlerts = create<OpenAlerts>()(() => ({ contractCode: null, alertId: null }));

export function openAlerts(at: Partial<OpenAlerts> = {}): void {
  useOpenAlerts.setState({ contractCode: null, alertId: null, ...at });
  useOpenDialog.getState().open('alerts');
}
