/**
 * One process watches the market for all alerts. Where they are set elsewhere, it is told which row has changed, and reads
 * it: words may cross, rows do not.
 */
import { z } from 'zod';
import type { StoredAlert } from '#alerts/alert-store.ts';
import type { AlertWatch } from '#alerts/alert-watch.ts';
import type { Jobs } from '#ground/jobs.ts';

/** What routes tell of alerts. */
export type AlertChanges = Pick<AlertWatch, 'put' | 'amend' | 'drop'>;

const word = z.union([
  z.strictObject({ dropped: z.string() }),
  z.strictObject({ accountId: z.string(), alertId: z.string(), isSetAnew: z.boolean() }),
]);

/** For a process without a watch. */
export function tellAlertChanges(jobs: Jobs): AlertChanges {
  const tell = jobs.hand('work.alert', () => {});
  const changed = ({ accountId, alertId }: StoredAlert, isSetAnew: boolean): void =>
    tell(JSON.stringify({ accountId, alertId, isSetAnew } satisfies z.infer<typeof word>));
  return {
    put: (alert) => changed(alert, true),
    amend: (alert) => changed(alert, false),
    drop: (alertId) => tell(JSON.stringify({ dropped: alertId } satisfies z.infer<typeof word>)),
  };
}

/** For the process that has the watch. */
export function followAlertChanges(
  jobs: Jobs,
  watch: Pick<AlertWatch, 'drop' | 'lookAt'>,
  onError: (error: unknown) => void,
): void {
  jobs.hand('work.alert', (text) => {
    const changed = word.parse(JSON.parse(text));
    if ('dropped' in changed) watch.drop(changed.dropped);
    else watch.lookAt(changed, changed.isSetAnew).catch(onError);
  });
}
