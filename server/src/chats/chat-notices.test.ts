import fc from 'fast-check';
import { expect, test } from 'vitest';
import { messageOf } from '#chats/chat-notices.ts';

const ADDRESS = 'https://mua.example/trading/ZCEZ26';

test('a message says what happened, and where to see it', () => {
  expect(messageOf({ title: 'Khớp lệnh', text: 'Mua 2 lot' }, ADDRESS, 2_000)).toBe(`Khớp lệnh\nMua 2 lot\n${ADDRESS}`);
  expect(messageOf({ title: 'Tin thử', text: '' }, '', 2_000)).toBe('Tin thử');
});

test('what a messenger does not take is cut in the middle', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), fc.integer({ min: 100, max: 400 }), (text, most) => {
      const message = messageOf({ title: 'Ký quỹ', text }, ADDRESS, most);
      expect(message.length).toBeLessThanOrEqual(most);
      expect(message.startsWith('Ký quỹ')).toBe(true);
      expect(message.endsWith(ADDRESS)).toBe(true);
      expect(message).not.toMatch(/\p{Surrogate}/u);
    }),
  );
});
