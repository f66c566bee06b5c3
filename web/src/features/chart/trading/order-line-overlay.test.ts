import { expect, test } from 'vitest';
import { labelRoom } from '#features/chart/trading/order-line-overlay.ts';

test('labels of own lines ask for the room of the widest, so that they stand beside the newest bar', () => {
  const line = { subject: { kind: 'order' }, canEnd: true, isMainDraft: false } as const;
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
  // Two texts with 7 on either side and a cross, and 10 free on both sides of the label.
  expect(room(false)).toBe(30 + 14 + 40 + 14 + 24 + 20);
  expect(room(true)).toBe(30 + 14 + 20);
  expect(labelRoom({ ...view, compact: false, lines: [] })).toBe(0);
});
