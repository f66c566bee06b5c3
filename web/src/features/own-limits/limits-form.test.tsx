// @vitest-environment jsdom
/**
 * Tests own limits on screen: tighter at once, looser later with a notice before and after, and a refusal keeps what
 * was typed.
 */
import type { SelfLimits, SelfLimitsReply } from '@mua/contract/http/self-limits';
import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { OwnLimitsDialog } from '#features/own-limits/own-limits-dialog.tsx';
import { ACCOUNT, ACTOR } from '#mock/sample-records.ts';
import { setClock } from '#session/clock.ts';
import { answer, fetched, preparePages, refused, renderPart } from '#test/page.tsx';

/** 12:00 in Vietnam. */
const NOON = Date.parse('2026-11-20T05:00:00.000Z');
const FIVE: SelfLimits = { maxLotsPerOrder: 5, dailyLoss: '50000000', noTradeHours: null, coolOffUntil: null };
const LOOSER = 'Nới lỏng có hiệu lực từ 05:00 21/11/2026. Trước lúc đó vẫn là: 5 lot.';
let putClockBack = () => {};

preparePages();
beforeEach(() => {
  putClockBack = setClock(() => NOON);
});
afterEach(() => {
  putClockBack();
});

const bodies = () =>
  fetched.mock.calls.flatMap(([, init]) => (init?.method === 'POST' ? [JSON.parse(String(init.body))] : []));

/** The first answer is the current state, the second is that to saving. */
async function setUp(reply: SelfLimitsReply, saving: Response = answer(200, reply)) {
  fetched.mockImplementation(async (_address, init) => {
    return init?.method === 'POST' ? saving : answer(200, reply);
  });
  const { user } = renderPart(<OwnLimitsDialog userId={ACTOR.userId} account={ACCOUNT} onClose={vi.fn()} />);
  await screen.findByTestId('limit-lots');
  return user;
}
const lots = () => screen.getByTestId<HTMLInputElement>('limit-lots');
const save = () => screen.getByTestId<HTMLButtonElement>('save-limits');

test('the account is named, and nothing can be saved before a change', async () => {
  await setUp({ inForce: FIVE, next: null });
  expect(screen.getByText(ACCOUNT.subAccountCode)).toBeTruthy();
  expect(lots().value).toBe('5');
  expect(save().disabled).toBe(true);
});

test('a tighter limit applies at once', async () => {
  const tighter = { ...FIVE, maxLotsPerOrder: 3 };
  const user = await setUp({ inForce: FIVE, next: null }, answer(200, { inForce: tighter, next: null }));
  await user.clear(lots());
  await user.type(lots(), '3');
  expect(screen.getByText('Có hiệu lực ngay khi lưu')).toBeTruthy();
  await user.click(save());
  await screen.findByText('Đã lưu');
  expect(bodies()).toEqual([tighter]);
  expect(save().disabled).toBe(true);
});

test('a looser limit shows its date before it is saved, and its row shows it pending afterwards', async () => {
  const looser = { ...FIVE, maxLotsPerOrder: 8 };
  const user = await setUp({ inForce: FIVE, next: null }, answer(200, { inForce: FIVE, next: looser }));
  await user.clear(lots());
  await user.type(lots(), '8');
  expect(screen.getByText(LOOSER)).toBeTruthy();
  await user.click(save());
  expect(await screen.findByText('Chờ hiệu lực từ 05:00 21/11/2026. Trước lúc đó vẫn là: 5 lot.')).toBeTruthy();
  expect(lots().value).toBe('8');
});

test('a refusal is explained and keeps everything that was typed', async () => {
  const user = await setUp({ inForce: FIVE, next: null }, refused(503, 'JOURNAL_UNAVAILABLE'));
  await user.type(screen.getByTestId('limit-from'), '22');
  await user.type(screen.getByTestId('limit-to'), '6h30');
  await user.click(save());
  expect((await screen.findByRole('alert')).textContent).not.toBe('');
  expect(screen.getByTestId<HTMLInputElement>('limit-from').value).toBe('22:00');
  expect(screen.getByTestId<HTMLInputElement>('limit-to').value).toBe('06:30');
  await waitFor(() => expect(save().disabled).toBe(false));
  expect(bodies()).toEqual([{ ...FIVE, noTradeHours: { from: '22:00', to: '06:30' } }]);
});

test('an unreadable value is reported at its field and not sent', async () => {
  const user = await setUp({ inForce: FIVE, next: null });
  await user.clear(lots());
  await user.type(lots(), '0');
  await user.click(save());
  expect(await screen.findByText('Khối lượng là số lot nguyên, từ 1')).toBeTruthy();
  expect(lots().getAttribute('aria-invalid')).toBe('true');
  expect(bodies()).toEqual([]);
});
