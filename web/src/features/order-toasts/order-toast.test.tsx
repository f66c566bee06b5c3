// @vitest-environment jsdom
/**
 * Tests the toast on screen: an order of a sub-account that is not on screen names it; filled lots are never left out.
 */
import { act, screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { OrderToast } from '#features/order-toasts/order-toast.tsx';
import { StoryLine } from '#features/order-toasts/story-line.tsx';
import { placedStory, storyOfOrder, storyOfSent, type ToastStory } from '#features/order-toasts/toast-story.ts';
import { ACCOUNT, ACTOR, CLIENT_ORDER_ID, CORN, sampleConditional, sampleOrder } from '#mock/sample-records.ts';
import { sentOrder } from '#orders/sent-order.ts';
import { useSelectedAccount } from '#session/selected-account-store.ts';
import { preparePages, renderPart } from '#test/page.tsx';

const OTHER = { ...ACCOUNT, accountId: '108C000001-02', subAccountCode: '108C000001-02' };
const TERMS = { side: 'BUY', orderType: 'LIMIT', duration: 'DAY', quantity: 2, limitPrice: '454.00' } as const;
const BODY = { clientOrderId: CLIENT_ORDER_ID, contractCode: CORN.code, ...TERMS };

preparePages();

beforeEach(() => {
  show(ACTOR.accountId);
});

const show = (accountId: string) => act(() => useSelectedAccount.getState().select(accountId));

function draw(story: ToastStory | null): void {
  if (story === null) throw new Error('no story');
  renderPart(
    <>
      <OrderToast story={story} onClose={() => undefined} />
      <output>
        <StoryLine story={story} />
      </output>
    </>,
    [
      [
        [ACTOR.userId, 'accounts'],
        [ACCOUNT, OTHER],
      ],
      [['public', 'contracts'], [CORN]],
    ],
  );
}

test.each<[string, () => ToastStory | null]>([
  ['sent', () => storyOfSent(sentOrder(ACTOR, { kind: 'place', body: BODY }, { kind: 'sending' }))],
  ['at the exchange', () => storyOfOrder(sampleOrder(), undefined, [])],
  ['waiting for its price', () => placedStory(sampleConditional())],
])('an order %s names its sub-account while another one is shown', (_name, story) => {
  draw(story());
  const toast = () => document.querySelector('[data-slot="toast-card"]')?.textContent;
  expect(toast()).not.toContain(ACTOR.accountId);
  expect(screen.getByRole('status').textContent).not.toContain(ACTOR.accountId);
  show(OTHER.accountId);
  expect(toast()).toContain(ACTOR.accountId);
  expect(screen.getByRole('status').textContent).toContain(ACTOR.accountId);
});

test('an order in a spread is told at its price in the format of its months', () => {
  const body = { ...BODY, contractCode: 'ZCEZ26-ZCEH27', limitPrice: '-11.25' };
  draw(storyOfSent(sentOrder(ACTOR, { kind: 'place', body }, { kind: 'sending' })));
  expect(screen.getByRole('status').textContent).toContain("@ −11'2");
});

test.each<[string, Parameters<typeof sampleOrder>[0], string]>([
  [
    'by its owner',
    { status: 'CANCELLED', filledQuantity: 1, averagePrice: '454.00' },
    "Khớp 1/2 @ 454'0, phần còn lại: Đã hủy",
  ],
  ['with nothing filled', { status: 'CANCELLED' }, 'Đã hủy'],
])('an order cancelled %s says what was filled', (_name, change, text) => {
  draw(storyOfOrder(sampleOrder({ quantity: 2, ...change }), undefined, []));
  expect(screen.getByRole('status').textContent?.split(': ').slice(1).join(': ')).toBe(text);
});

test.each<[Parameters<typeof sampleOrder>[0], string]>([
  [{ status: 'IN_TRANSIT' }, 'Đã gửi → '],
  [{ status: 'NOT_SENT' }, 'Chưa gửi'],
])('an order of %j is described as sent only when it was', (change, begin) => {
  draw(storyOfOrder(sampleOrder(change), undefined, []));
  const card = document.querySelector('[data-slot="toast-card"]')?.textContent ?? '';
  expect(card).toContain(begin);
  expect(card.includes('Đã gửi')).toBe(begin.startsWith('Đã gửi'));
});
