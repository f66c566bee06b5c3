// @vitest-environment jsdom
import type { MarginStatus } from '@mua/contract/entities/margin';
import { describe, expect, test } from 'vitest';
import { marginLevelMessage } from '#features/margin-levels/margin-alert.tsx';

const levels = { call: 100, cancel: 70, countdown: 40, lift: 70, liquidation: 20, target: 100 };
const none = { rung: 'NONE', deadline: null, isLiquidating: false, missing: '0', toLift: '0', levels } as const;

function status(ladder: MarginStatus['ladder'], marginRatio: string | null = '85.50'): MarginStatus {
  return { accountId: 'A-01', marginRatio, ladder } as MarginStatus;
}

describe('the alert of an account below a level', () => {
  test.each([
    ['nothing when healthy', none, null],
    ['a margin call', { ...none, rung: 'CALL', missing: '5' }, 'Margin100'],
    ['still the sum when orders were cancelled', { ...none, rung: 'CANCEL', missing: '9' }, 'Margin100'],
    ['the countdown', { ...none, rung: 'COUNTDOWN', deadline: '2026-11-20T05:30:00.000Z' }, 'Margin40'],
    [
      'the countdown while it is not lifted',
      { ...none, rung: 'CANCEL', deadline: '2026-11-20T05:30:00.000Z' },
      'Margin40',
    ],
    ['the liquidation', { ...none, rung: 'CALL', isLiquidating: true }, 'Margin20'],
  ] as const)('%s', (_what, ladder, code) => {
    expect(marginLevelMessage(status(ladder))?.code ?? null).toBe(code);
  });

  test('nothing where the broker has no margin levels', () => {
    expect(marginLevelMessage(status(null))).toBeNull();
  });
});
