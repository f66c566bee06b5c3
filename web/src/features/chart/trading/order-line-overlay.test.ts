import { expect, test } from 'vitest';
import { toneOf } from '#features/chart/trading/order-line.ts';
import { labelRoom } from '#features/chart/trading/order-line-overlay.ts';

test('labels of own lines reserve the width of the widest, so that they fit beside the newest bar', () => {
  const line = { subject: { kind: 'order' }, canEnd: true, isMainDraft: false, exits: [] } as const;
  const view = { widthOf: (text: string) => text.length * 10 };
  const room = (compact: boolean) =>
    labelRoom({
      ...view,
      compact,
      lines: [
        { ...line, label: '12', detail: '1' },
        { ...line, label: '123', detail: '1234' },
      ],
    });
  // Two texts with 7 on either side, a border and a cross, and 10 free on both sides of the label.
  expect(room(false)).toBe(30 + 14 + 40 + 14 + 2 + 24 + 20);
  expect(room(true)).toBe(30 + 14 + 2 + 20);
  expect(labelRoom({ ...view, compact: false, lines: [] })).toBe(0);
});

test('the width includes the buttons of a label', () => {
  const view = { widthOf: (text: string) => text.length * 10 };
  const draft = { subject: { kind: 'draft' }, label: '12', detail: '', canEnd: true, isMainDraft: true } as const;
  const lines = [{ ...draft, exits: ['takeProfit', 'stopLoss'] as const }];
  expect(labelRoom({ ...view, compact: false, lines })).toBe(20 + 14 + 2 + 2 * (30 + 13) + 24 + 24 + 20);
  expect(labelRoom({ ...view, compact: true, lines })).toBe(20 + 14 + 2 + 44 + 20);
});

test('profit, loss and orders have different lines', () => {
  const tone = (subject: Parameters<typeof toneOf>[0]['subject']) => toneOf({ side: 'BUY', subject });
  expect(tone({ kind: 'order', leg: 'limit' })).toBe('order');
  expect(tone({ kind: 'conditional', leg: 'takeProfit' })).toBe('profit');
  expect(tone({ kind: 'conditional', leg: 'trail' })).toBe('loss');
  expect(tone({ kind: 'draft', leg: 'stopLoss' })).toBe('loss');
  expect(tone({ kind: 'draft', leg: 'limit' })).toBe('buy');
  expect(tone({ kind: 'position' })).toBe('buy');
});
