// @vitest-environment jsdom
/**
 * Checks that a figure shows its formula and numbers to a pointer, a keyboard and a screen reader, and returns the
 * focus.
 */
import { explainAvailable, explainMaxLots, explainProfit, explainWithdrawable } from '@mua/core/preview';
import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import i18next from 'i18next';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { ExplainedFigure } from '#design/ui/figures/explained-figure.tsx';
import { explanationText } from '#i18n/explanation-text.ts';
import { startI18n } from '#i18n/i18n.ts';
import { createFormat } from '#i18n/use-format.ts';

beforeAll(async () => {
  localStorage.setItem('i18nextLng', 'vi');
  await startI18n();
  // Loaded beforehand, so that opening waits for nothing but React.
  await import('#design/ui/figures/explanation-popover.tsx');
});
afterEach(cleanup);

const available = (equityVnd: bigint) => () => explainAvailable({ equityVnd, requiredVnd: 73_236_240n });

function figure(equityVnd: bigint) {
  return (
    <ExplainedFigure name="Ký quỹ khả dụng" explain={available(equityVnd)}>
      926.763.760
    </ExplainedFigure>
  );
}

test('the keyboard opens it, reads live numbers in it and closes it again', async () => {
  const user = userEvent.setup({ delay: null });
  const { rerender } = render(figure(1_000_000_000n));
  await user.tab();
  await user.keyboard('{Enter}');
  const card = await screen.findByRole('dialog', { name: 'Ký quỹ khả dụng' });
  expect(card.textContent).toContain('Tài sản ròng − Ký quỹ yêu cầu');
  expect(card.textContent).toContain('1.000.000.000');
  expect(card.textContent).toContain('= 926.763.760');
  rerender(figure(1_000_000_001n));
  expect(card.textContent).toContain('= 926.763.761');
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(document.activeElement?.textContent).toBe('926.763.760');
  expect(document.activeElement?.getAttribute('aria-description')).toBe('Xem cách tính');
});

test('a tap opens it, a tap elsewhere closes it', async () => {
  const user = userEvent.setup({ delay: null });
  render(figure(1_000_000_000n));
  await user.pointer({ keys: '[TouchA]', target: screen.getByRole('button') });
  await screen.findByRole('dialog');
  await user.pointer({ keys: '[TouchA]', target: document.body });
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('formulas read as a trader writes them', () => {
  const writer = { t: i18next.t, format: createFormat('vi'), currency: 'USD' };
  const grid = { scale: 2, tickUnits: 25, display: 'eighths' } as const;
  const profit = explainProfit({ netLots: -2, openNotional: 3612 }, 1800, {
    tickValueMinor: 1250n,
    rateE4: 261_000_000n,
  });
  expect(explanationText({ ...writer, grid }, profit)).toMatchObject({
    formula: '(Thị giá − Giá trung bình) × Vị thế hiện có × Giá trị bước giá × Tỷ giá quy đổi',
    rows: [
      { value: "450'0" },
      { value: "451'4" },
      { value: '−2 lot' },
      { value: '12,50\u00a0USD' },
      { value: '26.100' },
    ],
    result: '+3.915.000\u00a0₫',
  });
  const withdrawable = explainWithdrawable({ availableVnd: 5n, cashVnd: 9n, heldVnd: 1n });
  expect(explanationText(writer, withdrawable).formula).toBe('Số nhỏ hơn trong (Ký quỹ khả dụng; Tiền mặt − Tạm giữ)');
  const situation = { equityVnd: 100n, requiredVnd: 0n, marginPerLotVnd: 36n, feeVnd: 1n, earlierLots: 0 };
  const flat = { netLots: 0, workingBuyLots: 0, workingSellLots: 0 };
  expect(explanationText(writer, explainMaxLots({ ...situation, exposure: flat }, 'BUY', 50)).result).toBe('2 lot');
});
