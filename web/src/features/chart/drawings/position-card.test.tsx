// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { TooltipProvider } from '#design/ui/overlays/tooltip.tsx';
import type { Drawing } from '#features/chart/drawings/drawing.ts';
import { PositionCard } from '#features/chart/drawings/position-card.tsx';
import { startI18n } from '#i18n/i18n.ts';
import { ACTOR, AN, CORN, MARGIN } from '#mock/sample-records.ts';
import { EMPTY_DRAFT, useTicketDraft } from '#orders/ticket-draft.ts';
import type { AccountActor } from '#signed-in/actor.ts';
import { cacheOf } from '#test/page.tsx';

/** The mockup's plan: a stop of 8 ticks, a target of 16; a tick is worth 330,250 dong, a lot and side costs 350,000. */
const PLAN: Drawing = {
  id: 'plan',
  tool: 'long',
  slot: 0,
  text: '',
  points: [
    { timeMs: 1, price: '448.00' },
    { timeMs: 2, price: '452.00' },
    { timeMs: 2, price: '446.00' },
  ],
};

beforeAll(async () => {
  localStorage.setItem('i18nextLng', 'vi-VN');
  await startI18n();
});
beforeEach(() => useTicketDraft.setState({ ...EMPTY_DRAFT, contractCode: CORN.code, lotsText: '3' }));
afterEach(cleanup);

const onFilled = vi.fn();

function Shown({ plan, actor }: { plan: Drawing; actor: AccountActor | null }) {
  const [drawing, setDrawing] = useState(plan);
  const props = { drawing, contract: CORN, actor, compact: false, onChange: setDrawing, onFilled };
  return <PositionCard {...props} />;
}

function show(plan: Drawing = PLAN, actor: AccountActor | null = null, client = new QueryClient()): void {
  render(
    <QueryClientProvider client={client}>
      <TooltipProvider>
        <Shown plan={plan} actor={actor} />
      </TooltipProvider>
    </QueryClientProvider>,
  );
}

const field = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name });
const sums = () => [...document.querySelectorAll('dd')].map(({ textContent }) => textContent?.replace(/\s/g, ' '));
const fill = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Đưa vào ô đặt lệnh' });

test('lots come from the most that may be lost, by the sums of the ticket, fees included', () => {
  show();
  expect(screen.getByText('Mua 3 lot')).toBeTruthy();
  fireEvent.change(field('Rủi ro tối đa'), { target: { value: '7.000.000' } });
  expect(screen.getByText('Mua 2 lot')).toBeTruthy();
  expect(screen.getByText(/1 : 2$/)).toBeTruthy();
  expect(sums()).toEqual(['+9.168.000 ₫', '−6.684.000 ₫']);
  // Less than one lot loses.
  fireEvent.change(field('Rủi ro tối đa'), { target: { value: '3.000.000' } });
  expect(screen.getByText(/^1 lot mất 3\.342\.000/)).toBeTruthy();
  expect(fill().disabled).toBe(true);
  fireEvent.change(field('Rủi ro tối đa'), { target: { value: 'bảy' } });
  expect(fill().disabled).toBe(true);
});

test('lots from the risk are no more than the account can carry', () => {
  const margin = { ...MARGIN, cash: '1000000', equity: '1000000' };
  const known = cacheOf([
    [[ACTOR.userId, 'me'], AN],
    [[ACTOR.userId, 'margin', ACTOR.accountId], margin],
  ]);
  show(PLAN, ACTOR, known);
  fireEvent.change(field('Rủi ro tối đa'), { target: { value: '70.000.000' } });
  expect(screen.getByText('Ký quỹ hoặc hạn mức chưa đủ cho 1 lot')).toBeTruthy();
  expect(fill().disabled).toBe(true);
});

test('its prices are stepped and typed; one on the wrong side stays a tick from the entry', () => {
  show();
  fireEvent.keyDown(field('Cắt lỗ'), { key: 'ArrowUp' });
  expect(field('Cắt lỗ').value).toBe("446'2");
  fireEvent.change(field('Chốt lời'), { target: { value: '450' } });
  fireEvent.blur(field('Chốt lời'));
  expect(field('Chốt lời').value).toBe("450'0");
  fireEvent.change(field('Chốt lời'), { target: { value: '440' } });
  expect(screen.getByText("Gần nhất có thể: 448'2")).toBeTruthy();
  expect(field('Chốt lời').getAttribute('aria-invalid')).toBe('true');
  expect(screen.getByRole('button', { name: 'Tăng Chốt lời' })).toBeTruthy();
  fireEvent.blur(field('Chốt lời'));
  expect(field('Chốt lời').value).toBe("448'2");
});

test('the button fills the ticket with side, lots, limit and exits, and sends nothing', () => {
  show({
    ...PLAN,
    tool: 'short',
    points: PLAN.points.with(1, { timeMs: 2, price: '444.00' }).with(2, { timeMs: 2, price: '449.00' }),
  });
  fireEvent.click(fill());
  expect(onFilled).toHaveBeenCalledTimes(1);
  expect(useTicketDraft.getState()).toMatchObject({
    contractCode: CORN.code,
    side: 'SELL',
    orderType: 'LIMIT',
    lotsText: '3',
    limitText: "448'0",
    limitSource: 'typed',
    takeProfitText: "444'0",
    stopLossText: "449'0",
    exitUnit: 'price',
    hasExits: true,
    clientOrderId: null,
    isFocusRequested: true,
  });
});
