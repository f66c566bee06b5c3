// @vitest-environment jsdom
/**
 * Tests labels over a chart of a hundred ticks, one pixel per tick: read, moved by keys and by pointer, ended, drafted.
 */
import type { Order } from '@mua/contract/entities/order';
import type { PriceAlert } from '@mua/contract/entities/price-alert';
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { useRef } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createFrameValue } from '#clock/frame-value.ts';
import { useTicketButton } from '#desk/ticket-button.ts';
import type { ChartOrders } from '#features/chart/trading/chart-orders.ts';
import { LineLabels } from '#features/chart/trading/line-labels.tsx';
import { LinePlaces, placeLabels } from '#features/chart/trading/line-places.ts';
import type { LabelledLine } from '#features/chart/trading/order-line.ts';
import type { TradedChart } from '#features/chart/trading/traded-chart.ts';
import { subscribeAlertUpdates } from '#lists/alert-updates.ts';
import { alertsQuery } from '#lists/price-alerts.ts';
import { priceStore } from '#market/price-store.ts';
import { ACTOR, CORN, MARGIN, sampleConditional, sampleOrder, samplePosition } from '#mock/sample-records.ts';
import { useTicketDraft } from '#orders/ticket-draft.ts';
import { useOneStep } from '#session/one-step-store.ts';
import { fetched, preparePages, renderPart, answer as reply } from '#test/page.tsx';

/** The price at the upper edge, and the height of the view in ticks. */
const TOP = 1860;
const HEIGHT = 100;

let state = 'price';
let calls: { path: string; body: unknown }[];
let answer: () => Response;
let moved: { id: string; ticks: number } | null;
const onClosePosition = vi.fn();

preparePages();

beforeEach(() => {
  state = 'price';
  calls = [];
  moved = null;
  onClosePosition.mockClear();
  answer = () => reply(200, { order: sampleOrder({ status: 'IN_MODIFY' }), seq: 11 });
  fetched.mockImplementation(async (address, init) => {
    const path = new URL(String(address), 'http://mua').pathname.replace(/^.*\/order\/[^/]+/, '');
    calls.push({ path, body: init?.body ? JSON.parse(String(init.body)) : null });
    return answer();
  });
  useTicketDraft.getState().reset(CORN.code);
  useOneStep.setState({ isOneStep: false });
  priceStore.register([{ code: CORN.code, grid: CORN.decimalFormat }]);
  const prices = { last: '457.75', settlement: '452.25', bid: '457.50', ask: '458.00' };
  priceStore.apply([{ code: CORN.code, ...prices }], 'snapshot');
});

afterEach(() => {
  useTicketButton.getState().share(null);
});

function fakeChart(): TradedChart {
  const places = new LinePlaces();
  let lines: readonly LabelledLine[] = [];
  const notify = () => {
    const at = lines.map(({ id, ticks }) => ({ id, y: TOP - (moved?.id === id ? moved.ticks : ticks) }));
    places.notify(placeLabels(at, { width: 300, height: HEIGHT, axisWidth: 60 }));
  };
  const chart = {
    lines: {
      places,
      set: (next: readonly LabelledLine[]) => {
        lines = next;
        notify();
      },
      setHidden: () => {},
      hold: () => {},
      move: (next: typeof moved) => {
        moved = next;
        notify();
      },
    },
    plane: {
      box: { width: 300, height: HEIGHT, axisWidth: 60 },
      yOf: (ticks: number) => TOP - ticks,
      pixelOf: ({ clientX, clientY }: MouseEvent) => ({ x: clientX, y: clientY }),
      placeAt: ({ y }: { y: number }) => ({ timeMs: 0, ticks: Math.round(TOP - y) }),
    },
    drawings: { state: { read: () => ({ tool: null }) } },
    scaleState: createFrameValue({ mode: state }),
  };
  return chart as unknown as TradedChart;
}

const RIGHTS = { canModify: true, canCancel: true };

function Stage({ chart, own }: { chart: TradedChart; own: ChartOrders }) {
  const surface = useRef<HTMLDivElement>(null);
  return (
    <>
      <div ref={surface} tabIndex={-1} data-testid="surface" />
      <LineLabels chart={chart} contract={CORN} own={own} surface={surface} compact={false} />
    </>
  );
}

function setUp(part: Partial<ChartOrders> = {}) {
  const own: ChartOrders = {
    actor: ACTOR,
    position: null,
    orders: [sampleOrder()],
    conditionals: [],
    alerts: [],
    marginLevels: null,
    rightsOf: () => RIGHTS,
    onClosePosition,
    ...part,
  };
  const chart = fakeChart();
  const tree = (shown: ChartOrders) => <Stage chart={chart} own={shown} />;
  const { client, rerender } = renderPart(tree(own), [
    [[ACTOR.userId, 'margin', ACTOR.accountId], MARGIN],
    [[ACTOR.userId, 'me'], { userId: ACTOR.userId, kind: 'individual' }],
  ]);
  return { client, show: (orders: readonly Order[]) => rerender(tree({ ...own, orders })) };
}

const chip = (name: RegExp) => screen.getByRole('button', { name });
const modifies = () => calls.filter(({ path }) => path.endsWith('/modify')).map(({ body }) => body);
const pointer = (type: string, y: number, target: EventTarget = document) =>
  act(() => {
    const init = { clientX: 50, clientY: y, button: 0, bubbles: true, cancelable: true };
    target.dispatchEvent(Object.assign(new MouseEvent(type, init), { pointerId: 1, pointerType: 'mouse' }));
  });

test('each line says what it is', () => {
  setUp({ position: samplePosition(), conditionals: [sampleConditional()] });
  expect(chip(/^Vị thế mua 2 lot, giá trung bình 451'4, lãi\/lỗ dự kiến \+/)).toBeTruthy();
  expect(chip(/^Lệnh Mua GH 2 lot, Giá giới hạn 454'0, Chờ khớp$/)).toBeTruthy();
  expect(chip(/^Dừng kéo Bán 2 lot ở 454'0, Chờ kích hoạt$/)).toBeTruthy();
});

test('both lines of a pair say that one cancels the other', () => {
  const placed = (place: number, limitPrice: string) =>
    sampleOrder({
      ...{ orderId: `g-${place}`, limitPrice, group: { groupId: 'g', kind: 'OCO', size: 2, place } },
    });
  setUp({ orders: [placed(1, '454.00'), placed(2, '452.00')] });
  for (const price of ["454'0", "452'0"]) {
    const line = chip(new RegExp(`Giá giới hạn ${price}, Chờ khớp. Một khớp, một hủy`));
    expect(line.textContent).toContain('OCO · Chờ khớp');
  }
});

test('keys move it by one tick or ten, Enter sends once, and it stays until the answer', async () => {
  setUp();
  const line = chip(/^Lệnh Mua GH/);
  fireEvent.keyDown(line, { key: 'ArrowUp', shiftKey: true });
  fireEvent.keyDown(line, { key: 'ArrowDown' });
  expect(moved).toMatchObject({ ticks: 1825 });
  expect(line.getAttribute('aria-label')).toContain("→ 456'2. Ký quỹ giữ nguyên 0");
  fireEvent.keyDown(line, { key: 'Enter' });
  fireEvent.keyDown(line, { key: 'Enter' });
  expect(moved).toMatchObject({ ticks: 1825 });
  await waitFor(() => expect(moved).toBeNull());
  expect(modifies()).toEqual([{ orderId: 'order-1', limitPrice: '456.25' }]);
});

test('Esc returns it to its place, wherever the focus is', () => {
  setUp();
  fireEvent.keyDown(chip(/^Lệnh Mua GH/), { key: 'ArrowUp' });
  expect(moved).not.toBeNull();
  fireEvent.keyDown(document.body, { key: 'Escape' });
  expect(moved).toBeNull();
  expect(calls.filter(({ path }) => path.endsWith('/modify'))).toEqual([]);
});

test('a line can be taken anywhere along it, asks where it is released, and ✓ sends', async () => {
  setUp();
  const surface = screen.getByTestId('surface');
  pointer('pointerdown', 45, surface);
  pointer('pointermove', 40);
  pointer('pointermove', 30);
  expect(moved).toMatchObject({ ticks: 1831 });
  pointer('pointerup', 30);
  expect(document.activeElement).toBe(chip(/^Lệnh Mua GH/));
  expect(modifies()).toEqual([]);
  fireEvent.click(chip(/^Xác nhận dời sang 457'6$/));
  await waitFor(() => expect(modifies()).toEqual([{ orderId: 'order-1', limitPrice: '457.75' }]));
});

test('Esc during a drag releases it, and later pointer events move nothing', () => {
  setUp();
  pointer('pointerdown', 44, screen.getByTestId('surface'));
  pointer('pointermove', 20);
  expect(moved).not.toBeNull();
  fireEvent.keyDown(document.body, { key: 'Escape' });
  pointer('pointermove', 10);
  pointer('pointerup', 10);
  expect(moved).toBeNull();
  expect(modifies()).toEqual([]);
});

test('when the system cancels the pointer it goes back, and later events move nothing', () => {
  setUp();
  pointer('pointerdown', 44, screen.getByTestId('surface'));
  pointer('pointermove', 20);
  pointer('pointercancel', 20);
  expect(moved).toBeNull();
  pointer('pointermove', 10);
  expect(moved).toBeNull();
});

test('Esc before any movement releases it too, and does not reach the page', () => {
  setUp();
  const around = vi.fn();
  document.body.addEventListener('keydown', around);
  pointer('pointerdown', 44, screen.getByTestId('surface'));
  fireEvent.keyDown(document.body, { key: 'Escape' });
  pointer('pointermove', 20);
  expect(moved).toBeNull();
  expect(around).not.toHaveBeenCalled();
  document.body.removeEventListener('keydown', around);
});

test('a finger on the chart scrolls the bars, and takes a line only by its label', () => {
  setUp();
  const touch = Object.assign(new MouseEvent('pointerdown', { clientX: 50, clientY: 44, bubbles: true }), {
    pointerType: 'touch',
  });
  act(() => void screen.getByTestId('surface').dispatchEvent(touch));
  pointer('pointermove', 20);
  expect(moved).toBeNull();
  pointer('pointerup', 20);
  pointer('pointerdown', 44, chip(/^Lệnh Mua GH/));
  pointer('pointermove', 20);
  expect(moved).toMatchObject({ id: expect.stringContaining('order-1') });
});

test('at a forbidden price it goes back, and away from any line the pointer is the chart’s', () => {
  const pair = { orderType: 'TPSL', trailAmount: null, currentStopPrice: null, stopLoss: '454.00' } as const;
  setUp({ orders: [], conditionals: [sampleConditional(pair)] });
  const surface = screen.getByTestId('surface');
  pointer('pointerdown', 44, surface);
  pointer('pointermove', 20);
  expect(chip(/^SL Bán 2/).getAttribute('aria-label')).toContain("Cắt lỗ phải ở phía lỗ của 457'6");
  pointer('pointerup', 20);
  expect(moved).toBeNull();
  expect(screen.queryByRole('button', { name: /^Xác nhận dời/ })).toBeNull();
  pointer('pointerdown', 60, surface);
  pointer('pointermove', 20);
  expect(moved).toBeNull();
});

test('with one-step trading, releasing it sends', async () => {
  useOneStep.setState({ isOneStep: true });
  setUp();
  pointer('pointerdown', 44, screen.getByTestId('surface'));
  pointer('pointermove', 34);
  pointer('pointerup', 34);
  await waitFor(() => expect(modifies()).toEqual([{ orderId: 'order-1', limitPrice: '456.50' }]));
});

test('an alert is dragged like an order: it asks where it is released, and ✓ moves it', async () => {
  const alert = { alertId: 'a1', ticks: 1816, direction: 'BELOW', isRepeating: false, note: '' } as const;
  setUp({ orders: [], alerts: [alert] });
  pointer('pointerdown', 44, screen.getByTestId('surface'));
  pointer('pointermove', 34);
  pointer('pointerup', 34);
  fireEvent.click(chip(/^Xác nhận dời sang 456'4$/));
  await waitFor(() => expect(calls.map(({ body }) => body)).toContainEqual({ price: '456.50', direction: 'BELOW' }));
});

test('deleting an alert here shows its terms, so that it can be created again', async () => {
  const alert = { alertId: 'a1', ticks: 1816, direction: 'BELOW', isRepeating: false, note: '' } as const;
  const waiting: PriceAlert = {
    ...{ alertId: 'a1', accountId: ACTOR.accountId, contractCode: CORN.code, direction: 'BELOW', price: '454.00' },
    ...{
      isRepeating: false,
      note: '',
      isActive: true,
      endReason: null,
      follows: null,
      drawingId: null,
      reachedAt: null,
    },
    createdAt: '2026-11-20T05:00:00.000Z',
  };
  const { client } = setUp({ orders: [], alerts: [alert] });
  client.setQueryData(alertsQuery(ACTOR).queryKey, [waiting]);
  const reported = vi.fn();
  const stop = subscribeAlertUpdates(reported);
  fireEvent.keyDown(chip(/454'0/), { key: 'Delete' });
  await waitFor(() => expect(reported).toHaveBeenCalledWith({ actor: ACTOR, deleted: waiting }));
  stop();
});

test('the focus stays among the lines: it moves to the next one when one is gone, to the chart after the last', () => {
  const two = [sampleOrder(), sampleOrder({ orderId: 'order-2', limitPrice: '455.00' })];
  const { show } = setUp({ orders: two });
  chip(/^Lệnh Mua GH.*454'0/).focus();
  show(two.slice(1));
  expect(document.activeElement).toBe(chip(/^Lệnh Mua GH.*455'0/));
  show([]);
  expect(document.activeElement).toBe(screen.getByTestId('surface'));
});

test('after pressing ✓, the focus is on the moved line', async () => {
  setUp();
  const line = chip(/^Lệnh Mua GH/);
  fireEvent.keyDown(line, { key: 'ArrowUp' });
  const confirm = chip(/^Xác nhận dời/);
  act(() => confirm.focus());
  fireEvent.click(confirm);
  expect(document.activeElement).toBe(line);
  await waitFor(() => expect(moved).toBeNull());
});

test('a line gone before its release requests nothing, with one-step trading either', () => {
  useOneStep.setState({ isOneStep: true });
  const { show } = setUp();
  pointer('pointerdown', 44, screen.getByTestId('surface'));
  pointer('pointermove', 34);
  show([]);
  pointer('pointerup', 34);
  expect(modifies()).toEqual([]);
});

test('closing the chart releases the line', () => {
  useOneStep.setState({ isOneStep: true });
  setUp();
  pointer('pointerdown', 44, screen.getByTestId('surface'));
  pointer('pointermove', 34);
  cleanup();
  pointer('pointerup', 34);
  expect(modifies()).toEqual([]);
});

test('a held Enter confirms nothing', () => {
  setUp();
  const press = vi.fn();
  act(() => useTicketDraft.getState().setLimitText("455'0"));
  act(() =>
    useTicketButton
      .getState()
      .share({ contractCode: CORN.code, text: 'Mua 1', isArmed: false, isBlocked: false, press }),
  );
  const draft = chip(/^Lệnh nháp/);
  fireEvent.keyDown(draft, { key: 'Enter' });
  fireEvent.keyDown(draft, { key: 'Enter', repeat: true });
  expect(press).toHaveBeenCalledTimes(1);
  expect(fireEvent.keyDown(chip(/^Mua 1$/), { key: 'Enter', repeat: true })).toBe(false);
});

test('a refused change goes back', async () => {
  setUp();
  answer = () => new Response(JSON.stringify({ error: { code: 'ModifyPending', facts: {} } }), { status: 409 });
  const line = chip(/^Lệnh Mua GH/);
  fireEvent.keyDown(line, { key: 'ArrowUp' });
  fireEvent.keyDown(line, { key: 'Enter' });
  expect(line.getAttribute('aria-busy')).toBe('true');
  await waitFor(() => expect(moved).toBeNull());
});

test('requested terms are shown at once and marked; the move of an order that is gone ends', () => {
  const { show } = setUp();
  fireEvent.keyDown(chip(/^Lệnh Mua GH/), { key: 'ArrowUp' });
  show([]);
  expect(moved).toBeNull();
  const pendingModify = { ...sampleOrder(), limitPrice: '456.00' };
  show([sampleOrder({ status: 'IN_MODIFY', pendingModify })]);
  const line = chip(/^Lệnh Mua GH 2 lot, Giá giới hạn 456'0, Đang sửa$/);
  expect(line.getAttribute('aria-busy')).toBe('true');
});

test('Delete cancels an order and asks before a position is closed', async () => {
  setUp({ position: samplePosition() });
  fireEvent.keyDown(chip(/^Lệnh Mua GH/), { key: 'Delete' });
  await waitFor(() => expect(calls.map(({ path }) => path)).toContain('/cancel'));
  fireEvent.keyDown(chip(/^Vị thế mua/), { key: 'Delete' });
  expect(onClosePosition).toHaveBeenCalledTimes(1);
});

test('the draft belongs to the ticket: moved, given exits, confirmed by the ticket’s own button, dropped', () => {
  setUp({ orders: [] });
  const press = vi.fn();
  act(() => useTicketDraft.getState().setLimitText("455'0"));
  act(() =>
    useTicketButton
      .getState()
      .share({ contractCode: CORN.code, text: 'Mua 1', isArmed: false, isBlocked: false, press }),
  );
  fireEvent.keyDown(chip(/^Lệnh nháp Mua GH 1 lot ở 455'0$/), { key: 'ArrowDown' });
  expect(useTicketDraft.getState().limitText).toBe("454'6");
  fireEvent.click(chip(/^Thêm Chốt lời$/));
  fireEvent.click(chip(/^Thêm Cắt lỗ$/));
  expect(useTicketDraft.getState()).toMatchObject({ hasExits: true, takeProfitText: "457'6", stopLossText: "451'6" });
  fireEvent.click(chip(/^Mua 1$/));
  fireEvent.keyDown(chip(/^Lệnh nháp/), { key: 'Enter' });
  expect(press).toHaveBeenCalledTimes(2);
  fireEvent.keyDown(chip(/^TP của lệnh nháp/), { key: 'Delete' });
  expect(useTicketDraft.getState()).toMatchObject({ hasExits: true, takeProfitText: '' });
  fireEvent.keyDown(chip(/^Lệnh nháp/), { key: 'Delete' });
  expect(useTicketDraft.getState()).toMatchObject({ limitSource: 'market', hasExits: false });
  expect(screen.queryByRole('button', { name: /nháp/ })).toBeNull();
});

test('exits at a distance follow their entry, and a line that is moved writes its distance anew', () => {
  setUp({ orders: [] });
  act(() => {
    const draft = useTicketDraft.getState();
    draft.setLimitText("455'0");
    draft.setExitUnit('ticks', { takeProfitText: '16', stopLossText: '8' });
    draft.setHasExits(true);
  });
  expect(chip(/^TP của lệnh nháp.*459'0/)).toBeTruthy();
  fireEvent.keyDown(chip(/^Lệnh nháp Mua GH 1 lot ở 455'0$/), { key: 'ArrowDown' });
  expect(chip(/^TP của lệnh nháp.*458'6/)).toBeTruthy();
  fireEvent.keyDown(chip(/^TP của lệnh nháp/), { key: 'ArrowUp' });
  expect(useTicketDraft.getState()).toMatchObject({ exitUnit: 'ticks', takeProfitText: '17', stopLossText: '8' });
});

test('a pair for the position is drafted around the mark, for all its lots', () => {
  setUp({ orders: [], position: samplePosition() });
  const exit = chip(/^Đặt Chốt lời cho vị thế$/);
  act(() => exit.focus());
  fireEvent.click(exit);
  // The button disappeared with its offer; the focus moves to the line it was for.
  expect(document.activeElement).toBe(chip(/^Vị thế mua/));
  expect(useTicketDraft.getState()).toMatchObject({
    orderType: 'TPSL',
    side: 'SELL',
    lotsText: '2',
    takeProfitText: "460'6",
    stopLossText: '',
    isFocusRequested: false,
  });
  fireEvent.click(chip(/^Đặt Cắt lỗ cho vị thế$/));
  expect(useTicketDraft.getState()).toMatchObject({ takeProfitText: "460'6", stopLossText: "454'6" });
});

test('the other leg of a pair is drafted from its own line, on its own side of the mark', () => {
  setUp({ orders: [], position: samplePosition() });
  fireEvent.click(chip(/^Đặt Chốt lời cho vị thế$/));
  fireEvent.click(chip(/^Thêm Cắt lỗ$/));
  expect(useTicketDraft.getState()).toMatchObject({ takeProfitText: "460'6", stopLossText: "454'6" });
});

test('a position shows its profit in dong, like the exits beside it; its own currency is in the explanation', () => {
  setUp({ position: samplePosition(), orders: [] });
  const label = chip(/lãi\/lỗ dự kiến/);
  expect(label.textContent).toContain('₫');
  expect(label.textContent).not.toContain('USD');
  expect(label.getAttribute('aria-label')).toMatch(/₫ \(.*\d.*\)$/);
  expect(label.getAttribute('title')).toBe(label.getAttribute('aria-label'));
});

test('while the axis is in percent, labels show the price', () => {
  state = 'percent';
  setUp();
  expect(chip(/^Lệnh Mua GH/).textContent).toContain("@ 454'0");
});
