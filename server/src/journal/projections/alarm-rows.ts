/** Converts an exchange's alarms to rows, for operators only. */
import type { Command, EngineEvent } from '@mua/core/engine';
import type { VenueAlarmRow } from '#journal/projections/rows.ts';

type EventOf<K extends EngineEvent['kind']> = Extract<EngineEvent, { readonly kind: K }>;
type Alarm = EventOf<'reportSuspended' | 'orderInDoubt' | 'venueLinkChanged'>;

const NOTHING = { venue: null, order_id: null, account_id: null, contract_code: null, exec_id: null, lots: 0 } as const;

export function alarmRow(
  alarm: Alarm,
  { seq, timeMs }: Pick<Command, 'seq' | 'timeMs'>,
  ordinal: number,
): VenueAlarmRow {
  const stamp = { ...NOTHING, seq, ordinal, time_ms: timeMs };
  switch (alarm.kind) {
    case 'reportSuspended': {
      const { venue, why, report } = alarm;
      const lots = report.kind === 'filled' ? report.lots : 0;
      const names = { order_id: report.orderId, contract_code: report.contractCode, exec_id: report.execId };
      return { ...stamp, kind: 'suspense', venue, why, ...names, lots, record: report };
    }
    case 'orderInDoubt': {
      const { orderId, accountId, contractCode, why, lots } = alarm.doubt;
      const names = { order_id: orderId, account_id: accountId, contract_code: contractCode };
      return { ...stamp, kind: 'doubt', why, ...names, lots, record: alarm.doubt };
    }
    case 'venueLinkChanged': {
      const { venue, change } = alarm;
      return { ...stamp, kind: 'link', venue, why: change.kind, record: change };
    }
  }
}
