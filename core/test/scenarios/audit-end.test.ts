/** The journal's knowledge of the audit log: the newest row, over restarts, and nothing else changes. */
import { restoreState, snapshotState } from '@mua/core/engine';
import { describe, expect, test } from 'vitest';
import { Broker } from '#test/scenarios/broker.ts';

describe('the end of the audit log', () => {
  test('is kept, over a restart too, and causes nothing', () => {
    const broker = new Broker();
    const { seq, timeMs, ...before } = snapshotState(broker.state);
    expect(broker.do({ kind: 'noteAuditEnd', auditId: 7, hash: 'seventh' })).toEqual([]);
    const after = snapshotState(broker.state);
    expect(after).toEqual({ ...before, seq: seq + 1, timeMs: timeMs + 1, auditEnd: { auditId: 7, hash: 'seventh' } });
    expect(restoreState(after).auditEnd).toEqual({ auditId: 7, hash: 'seventh' });
    broker.do({ kind: 'noteAuditEnd', auditId: 9, hash: 'ninth' });
    expect(broker.state.auditEnd).toEqual({ auditId: 9, hash: 'ninth' });
  });

  test('is unknown to a journal that was never told, which looks as before', () => {
    const { state } = new Broker();
    expect(snapshotState(state)).not.toHaveProperty('auditEnd');
    expect(restoreState(snapshotState(state)).auditEnd).toBeNull();
  });

  test.each([6, 7])('never goes back or is said twice: %i after 7', (auditId) => {
    const broker = new Broker();
    broker.do({ kind: 'noteAuditEnd', auditId: 7, hash: 'seventh' });
    expect(() => broker.do({ kind: 'noteAuditEnd', auditId, hash: 'other' })).toThrow('the audit log grows');
  });
});
