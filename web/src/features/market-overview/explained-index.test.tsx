// @vitest-environment jsdom
/** Tests the explanation of a group's index: its formula, its current numbers, and what it leaves out. */
import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { ExplainedIndex } from '#features/market-overview/explained-index.tsx';
import { summarize } from '#features/market-overview/market-index.ts';
import { loadLaterWords, startI18n } from '#i18n/i18n.ts';

beforeAll(async () => {
  localStorage.setItem('i18nextLng', 'vi');
  await Promise.all([startI18n(), loadLaterWords(), import('#design/ui/figures/explanation-popover.tsx')]);
  vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener: vi.fn(), removeEventListener: vi.fn() }));
});
afterEach(cleanup);

const prices = (last: number) => [
  { last, settlement: 100 },
  { last: 100, settlement: 100 },
  { last: -1, settlement: 3 },
];
const figure = (last: number) => <ExplainedIndex group="grain" summary={summarize(prices(last))} listed={3} />;

test('it opens with the formula and follows the market while it is open', async () => {
  const user = userEvent.setup({ delay: null });
  const { rerender } = render(figure(121));
  expect(screen.getByRole('button').textContent).toBe('1\u00a0100.00');
  await user.tab();
  await user.keyboard('{Enter}');
  const card = await screen.findByRole('dialog', { name: 'Chỉ số Nông sản' });
  const says = (text: string) => expect(card.textContent).toContain(text);
  says('1000 × trung bình nhân của (giá khớp ÷ giá thanh toán)');
  says('Hợp đồng được tính2 trên 3');
  says('1/2 = 50,00%');
  says('Trung bình nhân1.10000');
  says('= 1\u00a0100.00');
  says('1 hợp đồng chưa tính');
  rerender(figure(100));
  says('Trung bình nhân1.00000');
  says('= 1\u00a0000.00');
});

test('without a price there is nothing to explain', () => {
  render(<ExplainedIndex group="grain" summary={summarize([])} listed={3} />);
  expect(screen.queryByRole('button')).toBeNull();
});
