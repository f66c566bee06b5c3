// @vitest-environment jsdom
/**
 * Tests the ticket on screen: two steps, what disarms, a lost answer, a refusal with a suggestion, keys, the account
 * kept.
 */

import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import i18next from 'i18next';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { onNextFrame } from '#clock/frame.ts';
import { ARMING_PAUSE_MS } from '#design/arming.ts';
import { depthValue } from '#market/depth-store.ts';
import { ACCOUNT, ACTOR, AN, CORN, MARGIN, sampleOrder } from '#mock/sample-records.ts';
import { useConnections } from '#network/connection-store.ts';
import { useTicketDraft } from '#orders/ticket-draft.ts';
import { setClock } from '#session/clock.ts';
import { useOneStep } from '#session/one-step-store.ts';
import { useSelectedAccount } from '#session/selected-account-store.ts';
import { answer, fetched } from '#test/page.tsx';
import {
  bodyOf,
  button,
  confirmed,
  fill,
  hold,
  letPass,
  limit,
  lot,
  OTHER,
  openTicket,
  placed,
  prepareTicket,
  quote,
} from '#test/ticket-page.tsx';

prepareTicket();

describe('two steps', () => {
  test('the first click arms, the second sends once, and the ticket is ready again', async () => {
    const { user, type } = await openTicket();
    const order = sampleOrder({ quantity: 2 });
    fetched.mockImplementation(async () => answer(201, { order, seq: 11 }));
    await type('ticket-quantity', '2');
    await type('ticket-price', '454');
    expect(button().textContent).toBe("Mua 2 ZCEZ26 @ 454'0");
    await user.click(button());
    expect(button().textContent).toBe("Xác nhận MUA 2 ZCEZ26 @ 454'0 · 10 s");
    expect(placed()).toHaveLength(0);
    letPass(ARMING_PAUSE_MS);
    fireEvent.click(button());
    await waitFor(() => expect(button().textContent).toBe("Mua 2 ZCEZ26 @ 457'6"));
    expect(placed()).toHaveLength(1);
    expect(bodyOf(placed()[0])).toMatchObject({ side: 'BUY', quantity: 2, limitPrice: '454.00', duration: 'DAY' });
  });

  test('a double click arms and sends nothing; nor does Enter pressed twice', async () => {
    const { user } = await openTicket();
    await user.dblClick(button());
    expect(button().dataset.armed).toBe('true');
    // The third click of a rapid series.
    letPass(ARMING_PAUSE_MS);
    fireEvent.click(button(), { detail: 3 });
    expect(placed()).toHaveLength(0);
    await user.keyboard('{Escape}');
    await user.click(screen.getByTestId('ticket-quantity'));
    await user.keyboard('{Enter}{Enter}');
    expect(button().dataset.armed).toBe('true');
    expect(placed()).toHaveLength(0);
  });

  test('a second press counts after a pause, and the button says when', async () => {
    const { user } = await openTicket();
    await user.click(screen.getByTestId('ticket-quantity'));
    await user.keyboard('{Enter}');
    letPass(ARMING_PAUSE_MS - 1);
    await user.keyboard('{Enter}');
    expect(button().dataset.ready).toBe('false');
    expect(placed()).toHaveLength(0);
    letPass(1);
    await waitFor(() => expect(button().dataset.ready).toBe('true'));
    await user.keyboard('{Enter}');
    expect(placed()).toHaveLength(1);
  });

  test('one-step trading does not send twice', async () => {
    const { user } = await openTicket();
    act(() => useOneStep.setState({ isOneStep: true }));
    await user.dblClick(button());
    expect(placed()).toHaveLength(1);
  });

  test('one step is not enough for an order that an address has filled in, until it is changed by hand', async () => {
    const { user, type } = await openTicket();
    act(() => useOneStep.setState({ isOneStep: true }));
    act(() => useTicketDraft.getState().ask({ side: 'SELL', lots: 9 }));
    await user.click(button());
    expect(placed()).toHaveLength(0);
    await type('ticket-quantity', '2');
    await user.click(button());
    expect(bodyOf(placed()[0])).toMatchObject({ side: 'SELL', quantity: 2 });
  });

  test('Esc disarms, wherever the focus is', async () => {
    const { user } = await openTicket();
    await user.click(button());
    expect(button().dataset.armed).toBe('true');
    act(() => button().blur());
    await user.keyboard('{Escape}');
    expect(button().dataset.armed).toBe('false');
    expect(button().textContent).toBe("Mua 1 ZCEZ26 @ 457'6");
  });

  test('arming ends by itself, and says how long it lasts', async () => {
    await openTicket();
    vi.useFakeTimers();
    fireEvent.click(button());
    expect(button().textContent).toBe("Xác nhận MUA 1 ZCEZ26 @ 457'6 · 10 s");
    act(() => void vi.advanceTimersByTime(4_000));
    expect(button().textContent).toBe("Xác nhận MUA 1 ZCEZ26 @ 457'6 · 6 s");
    act(() => void vi.advanceTimersByTime(5_999));
    expect(button().dataset.armed).toBe('true');
    act(() => void vi.advanceTimersByTime(1));
    expect(button().dataset.armed).toBe('false');
    expect(placed()).toHaveLength(0);
  });

  test('any change by hand disarms', async () => {
    const { user, type } = await openTicket();
    await user.click(button());
    expect(button().dataset.armed).toBe('true');
    await type('ticket-quantity', '3');
    expect(button().dataset.armed).toBe('false');
    await user.click(button());
    await user.click(screen.getByTestId('ticket-side-sell'));
    expect(button().textContent).toBe("Bán 3 ZCEZ26 @ 457'4");
  });

  test('a price that follows the market does not disarm', async () => {
    const { user } = await openTicket();
    await user.click(button());
    quote('458.00', '458.25');
    await waitFor(() => expect(button().textContent).toBe("Xác nhận MUA 1 ZCEZ26 @ 458'2 · 10 s"));
  });

  test('a price that follows the market is held while its field has the focus', async () => {
    const { user } = await openTicket();
    const field = screen.getByTestId<HTMLInputElement>('ticket-price');
    const shown = field.value;
    await user.click(field);
    quote('458.00', '458.25');
    expect(field.value).toBe(shown);
    expect(screen.getByText('Đứng yên')).toBeTruthy();
    expect(button().textContent).toBe(`Mua 1 ZCEZ26 @ ${shown}`);
    await user.tab();
    expect(field.value).toBe("458'2");
    expect(screen.getByText('Theo thị trường')).toBeTruthy();
    // Nothing was changed by hand, so it still follows the market.
    expect(useTicketDraft.getState()).toMatchObject({ owner: null, limitSource: 'market' });
  });

  test('typing over a selection replaces it, whatever the market does between two keys', async () => {
    const { user } = await openTicket();
    const field = screen.getByTestId<HTMLInputElement>('ticket-price');
    await user.click(field);
    field.select();
    quote('458.00', '458.25');
    await user.keyboard('4');
    quote('459.00', '459.25');
    await user.keyboard("55'2");
    expect(field.value).toBe("455'2");
  });

  test('an edited price does not move until it follows the market again', async () => {
    const { user, type } = await openTicket();
    await type('ticket-price', '455,25');
    expect(screen.getByText("Hiểu là 455'2")).toBeTruthy();
    quote('460.00', '460.25');
    expect(button().textContent).toBe("Mua 1 ZCEZ26 @ 455'2");
    await user.click(screen.getByRole('button', { name: 'Giá bán tốt nhất' }));
    expect(button().textContent).toBe("Mua 1 ZCEZ26 @ 460'2");
  });

  test('one-step trading is an opt-in of the device', async () => {
    const { user } = await openTicket();
    await user.click(screen.getByRole('checkbox', { name: 'Đặt một bước trên máy này' }));
    await user.click(button());
    expect(placed()).toHaveLength(1);
  });

  test('losing the feed while armed requires another look', async () => {
    const { user } = await openTicket();
    await user.click(button());
    act(() => useConnections.getState().note('market', { isConnected: false }));
    expect(button().textContent).toBe('Chưa có kết nối giá, tạm dừng đặt lệnh');
    act(() => useConnections.getState().note('market', { isConnected: true }));
    expect(button().dataset.armed).toBe('false');
  });
});

describe('outcomes', () => {
  test('a refusal shows its numbers, keeps what was typed, suggests a solution and takes a new id', async () => {
    const { user, type } = await openTicket();
    const facts = { max: 100, lots: 100 };
    fetched.mockImplementation(async () => answer(422, { code: 'MaxLotsPerOrder', facts, requestId: 'r' }));
    await type('ticket-quantity', '9');
    await confirmed(user);
    const alert = await screen.findByTestId('ticket-fault');
    expect(alert.textContent).toContain('Tối đa 100 lot mỗi lệnh');
    expect(screen.getByTestId('ticket-quantity')).toHaveProperty('value', '9');
    await confirmed(user);
    await waitFor(() => expect(placed()).toHaveLength(2));
    expect(bodyOf(placed()[1]).clientOrderId).not.toBe(bodyOf(placed()[0]).clientOrderId);
    await user.click(await screen.findByRole('button', { name: 'Đặt 100 lot' }));
    expect(screen.getByTestId('ticket-quantity')).toHaveProperty('value', '100');
    expect(screen.queryByTestId('ticket-fault')).toBeNull();
  });

  test('a lost answer is stated and the order is not sent again', async () => {
    const { user } = await openTicket();
    fetched.mockImplementation(async (address) => {
      if (String(address).endsWith('/place')) throw new TypeError('network');
      return new Promise(() => {});
    });
    await confirmed(user);
    await waitFor(() => expect(button().textContent).toBe('Đã gửi, chưa có xác nhận, đang kiểm tra'));
    await user.click(button());
    expect(placed()).toHaveLength(1);
  });
});

describe('good till date', () => {
  test('the first date is the current trade date, also before it rolls at 05:00', async () => {
    // 01:00 on the 21st in Vietnam; the trade date is the 20th until 05:00, and the server accepts it.
    const putClockBack = setClock(() => Date.parse('2026-11-20T18:00:00.000Z'));
    const { type } = await openTicket();
    act(() => useTicketDraft.getState().setDuration('GTD'));
    await type('ticket-expiration', '20/11/2026');
    expect(button().textContent).toBe("Mua 1 ZCEZ26 @ 457'6");
    await type('ticket-expiration', '19/11/2026');
    expect(button().textContent).toBe('Chọn ngày từ 20/11/2026 đến 14/12/2026');
    putClockBack();
  });
});

describe('the types', () => {
  const choose = (user: Awaited<ReturnType<typeof openTicket>>['user'], name: string) =>
    user.click(screen.getByRole('radio', { name }));

  test('switching keeps what was typed, and shows the fields of the type', async () => {
    const { user, type } = await openTicket();
    await type('ticket-price', '455');
    await choose(user, 'Dừng giới hạn');
    expect(button().textContent).toBe('Nhập giá dừng');
    await type('ticket-stop', "460'0");
    expect(button().textContent).toBe("Mua 1 ZCEZ26 @ dừng 460'0, GH 455'0");
    await choose(user, 'Dừng kéo');
    expect(screen.queryByTestId('ticket-stop')).toBeNull();
    expect(button().textContent).toBe('Nhập khoảng trượt');
    await type('ticket-trail', '2');
    await choose(user, 'Dừng');
    expect(screen.getByTestId('ticket-stop')).toHaveProperty('value', "460'0");
    await choose(user, 'Dừng kéo');
    expect(screen.getByTestId('ticket-trail')).toHaveProperty('value', '2');
  });

  test('a stop already reached gives a warning and can be sent', async () => {
    const { user, type } = await openTicket();
    await choose(user, 'Dừng');
    await type('ticket-stop', "450'0");
    expect(screen.getByText('Giá dừng đã chạm, lệnh kích hoạt ngay')).toBeTruthy();
    expect(button()).toHaveProperty('disabled', false);
  });

  test('a pair takes the side that closes the position, and shows its profit against the cost', async () => {
    const { user, client, type } = await openTicket();
    // Two lots were bought at 451'4 first: 74 ticks of 330,250 dong on one of them.
    hold(client, 3, [lot(2, '451.50'), lot(1, '452.75')]);
    await screen.findByText('Mua 3');
    await choose(user, 'Chốt lời / cắt lỗ');
    expect(screen.getByTestId('ticket-side-sell').getAttribute('aria-checked')).toBe('true');
    expect(screen.getByText('Tối đa 3 lot đang mở')).toBeTruthy();
    await type('ticket-take-profit', "470'0");
    expect(screen.getByText('+24.438.500 ₫')).toBeTruthy();
  });
});

describe('focus requests', () => {
  const nextFrame = () => act(() => new Promise<void>((resolve) => onNextFrame(resolve)));
  const isCoarse = (matches: boolean) => vi.stubGlobal('matchMedia', () => ({ matches }));

  test('focus the first incomplete field, otherwise the lots', async () => {
    isCoarse(false);
    await openTicket();
    fill({ orderType: 'TPSL' });
    await nextFrame();
    expect(document.activeElement).toBe(screen.getByTestId('ticket-take-profit'));
    fill({ orderType: 'LIMIT', limitText: "450'0" });
    await nextFrame();
    expect(document.activeElement).toBe(screen.getByTestId('ticket-quantity'));
    expect(useTicketDraft.getState().isFocusRequested).toBe(false);
  });

  test('work for an order filled in before the ticket was mounted', async () => {
    isCoarse(false);
    fill({});
    await openTicket();
    await nextFrame();
    expect(document.activeElement).toBe(screen.getByTestId('ticket-quantity'));
  });

  test('do nothing where an on-screen keyboard would cover the ticket', async () => {
    isCoarse(true);
    await openTicket();
    fill({});
    await nextFrame();
    expect(document.activeElement).toBe(document.body);
  });
});

describe('the limits of the day', () => {
  test('a price beyond them is not an order, in the words of the server', async () => {
    const { user, type } = await openTicket();
    await user.click(screen.getByTestId('ticket-side-sell'));
    await type('ticket-price', "482'4");
    expect(button().textContent).toBe("Giá trong khoảng 422'2 đến 482'2");
    expect(button()).toHaveProperty('disabled', true);
    await type('ticket-price', "482'2");
    expect(button().textContent).toBe("Bán 1 ZCEZ26 @ 482'2");
  });

  test('those of an outdated settlement block nothing', async () => {
    const { user, type } = await openTicket();
    await user.click(screen.getByTestId('ticket-side-sell'));
    await type('ticket-price', "482'4");
    expect(button()).toHaveProperty('disabled', true);
    quote('457.50', '457.75', '453.00');
    await waitFor(() => expect(button().textContent).toBe("Bán 1 ZCEZ26 @ 482'4"));
  });
});

describe('the receipt', () => {
  const row = (name: string) => screen.getByRole('button', { name: new RegExp(`^${name} `) });

  test('shows the fee of this order; the day’s fees come before it', async () => {
    const { client, type } = await openTicket();
    const status = { ...MARGIN, transactionFee: '2800000' };
    act(() => client.setQueryData([ACTOR.userId, 'margin', ACTOR.accountId], status));
    await type('ticket-quantity', '2');
    await waitFor(() =>
      expect(row('Phí lệnh này').textContent).toBe('hôm nay 2.800.000 700.000\u00a0₫, hôm nay 2.800.000'),
    );
    act(() => client.setQueryData([ACTOR.userId, 'margin', ACTOR.accountId], MARGIN));
    await waitFor(() => expect(row('Phí lệnh này').textContent).toBe('700.000\u00a0₫'));
  });

  test('is read by name, with a word between before and after', async () => {
    const { client } = await openTicket();
    hold(client, 1, [lot(1, '451.50')]);
    // A browser separates the words where they have a line of their own; here nothing is laid out.
    expect(await screen.findByRole('button', { name: /^Vị thế ZCEZ26 Mua 1 ?thành ?Mua 2$/ })).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Tăng Giá giới hạn' })).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Giảm Khối lượng' })).toBeTruthy();
  });

  test('a visitor sees what the contract requires of everybody', async () => {
    const { type } = await openTicket({ isSignedIn: false });
    await type('ticket-quantity', '2');
    const receipt = screen.getByTestId('public-receipt');
    expect(receipt.textContent).toBe(
      'Ký quỹ yêu cầu36.618.120/lot 73.236.240\u00a0₫, 36.618.120/lotPhí lệnh này350.000/lot 700.000\u00a0₫, 350.000/lot',
    );
  });

  test('without equity there is no ratio', async () => {
    const { client } = await openTicket();
    const none = { ...MARGIN, cash: '0', equity: '0', availableMargin: '0', withdrawable: '0' };
    act(() => client.setQueryData([ACTOR.userId, 'margin', ACTOR.accountId], none));
    await waitFor(() => expect(row('Tỷ lệ ký quỹ').textContent).toBe('– thành →–'));
  });
});

describe('who and how', () => {
  test('a visitor is led to the sign-in and back', async () => {
    await openTicket({ isSignedIn: false });
    const link = screen.getByTestId('ticket-sign-in');
    expect(link.textContent).toBe('Đăng nhập để đặt lệnh');
    expect(link.getAttribute('href')).toBe('/login?returnUrl=%2Ftrading%2FZCEZ26');
  });

  test('a sub-account that is not activated says so, and leads on', async () => {
    const { client } = await openTicket();
    act(() => client.setQueryData([ACTOR.userId, 'accounts'], [{ ...ACCOUNT, isActivated: false }]));
    const link = await screen.findByTestId('ticket-activate');
    expect(link.textContent).toBe('Kích hoạt tài khoản con');
    expect(link.getAttribute('href')).toBe('/account-overview');
    expect(screen.getByText('Tài khoản con này chưa kích hoạt nên chưa đặt lệnh được')).toBeTruthy();
    expect(screen.getByTestId('public-receipt')).toBeTruthy();
  });

  test.each([
    ['DRAFT', 'Hoàn tất hồ sơ', '/account-overview/ekyc', 'Hồ sơ chưa hoàn tất, chưa đặt lệnh được'],
    ['PENDING_ACTIVATE', 'Ký hợp đồng', '/account-overview/digital-signature', 'Hồ sơ đã duyệt, chờ kích hoạt, chưa'],
  ] as const)('%s and without a sub-account: the button says what to do, and nothing can be sent', async (...row) => {
    const [status, step, href, why] = row;
    const { client } = await openTicket();
    act(() => {
      client.setQueryData([ACTOR.userId, 'me'], { ...AN, status });
      client.setQueryData([ACTOR.userId, 'accounts'], []);
    });
    const link = await screen.findByTestId('status-step');
    expect(link.textContent).toBe(step);
    expect(link.getAttribute('href')).toBe(href);
    expect(screen.getByTestId('ticket-kept-out').textContent).toContain(why);
    expect(screen.queryByTestId('send-order')).toBeNull();
    expect(screen.queryByTestId('ticket-account')).toBeNull();
    expect(screen.getByTestId('public-receipt')).toBeTruthy();
  });

  test('a changed draft keeps its account until told to move', async () => {
    const { user, type } = await openTicket();
    await type('ticket-quantity', '4');
    act(() => useSelectedAccount.getState().select(OTHER.accountId));
    expect(screen.getByTestId('ticket-account').textContent).toContain(ACTOR.accountId);
    await user.click(screen.getByRole('button', { name: `Đặt bằng ${OTHER.accountId}` }));
    await waitFor(() => expect(screen.getByTestId('ticket-account').textContent).toContain(OTHER.accountId));
  });

  describe('another sub-account on screen than the draft’s', () => {
    const show = (accountId: string) => act(() => useSelectedAccount.getState().select(accountId));

    test('disarms, also when it was only viewed', async () => {
      const { user, type } = await openTicket();
      await type('ticket-quantity', '2');
      await user.click(button());
      expect(button().dataset.armed).toBe('true');
      show(OTHER.accountId);
      expect(button().dataset.armed).toBe('false');
      show(ACTOR.accountId);
      expect(button().dataset.armed).toBe('false');
      await user.click(button());
      expect(placed()).toHaveLength(0);
    });

    test('can be ignored in two steps, and moving the draft there disarms', async () => {
      const { user, type } = await openTicket();
      await type('ticket-quantity', '2');
      show(OTHER.accountId);
      await user.click(button());
      expect(button().dataset.armed).toBe('true');
      await user.click(screen.getByRole('button', { name: `Đặt bằng ${OTHER.accountId}` }));
      await waitFor(() => expect(screen.getByTestId('ticket-account').textContent).toContain(OTHER.accountId));
      expect(button().dataset.armed).toBe('false');
      expect(placed()).toHaveLength(0);
    });

    test('takes two steps where one is enough elsewhere, and says so', async () => {
      const { user, type } = await openTicket();
      useOneStep.setState({ isOneStep: true });
      await type('ticket-quantity', '2');
      show(OTHER.accountId);
      expect(screen.queryByText('Một lần bấm là gửi')).toBeNull();
      await user.click(button());
      expect(button().textContent).toBe("Xác nhận MUA 2 ZCEZ26 @ 457'6 · 10 s");
      expect(placed()).toHaveLength(0);
      letPass(ARMING_PAUSE_MS);
      fireEvent.click(button());
      expect(placed()).toHaveLength(1);
    });
  });

  test('Enter moves to what is missing or wrong', async () => {
    const { user, type } = await openTicket();
    await user.click(screen.getByRole('radio', { name: 'Dừng' }));
    await user.click(screen.getByTestId('ticket-quantity'));
    await user.keyboard('{Enter}');
    expect(document.activeElement).toBe(screen.getByTestId('ticket-stop'));
    await type('ticket-stop', '455.1');
    await user.click(screen.getByTestId('ticket-quantity'));
    await user.keyboard('{Enter}');
    expect(document.activeElement).toBe(screen.getByTestId('ticket-stop'));
    expect(placed()).toHaveLength(0);
  });

  test('eighths typed without their mark, as CQG accepts them, are offered', async () => {
    const { user, type } = await openTicket();
    await type('ticket-price', '4454');
    await user.click(screen.getByRole('button', { name: "Ý bạn là 445'4?" }));
    expect(screen.getByTestId('ticket-price')).toHaveProperty('value', "445'4");
    await type('ticket-price', '445');
    expect(screen.queryByRole('button', { name: /Ý bạn là/ })).toBeNull();
  });

  test('each type says what it means', async () => {
    await openTicket();
    expect(screen.getByRole('radio', { name: 'Dừng' }).getAttribute('aria-description')).toBe(
      'Thành lệnh thị trường khi giá chạm giá dừng',
    );
  });

  test('a market order shows its result in the visible book', async () => {
    const { user, type } = await openTicket();
    const level = (priceTicks: number, lots: number, cumulativeLots: number) => ({ priceTicks, lots, cumulativeLots });
    const asks = [level(1831, 3, 3), level(1832, 3, 6)];
    act(() => depthValue.write({ code: CORN.code, bids: [], asks, timeMs: 0 }));
    await act(() => new Promise<void>((resolve) => onNextFrame(resolve)));
    await user.click(screen.getByRole('radio', { name: 'Thị trường' }));
    const shown = () => screen.getByTestId('ticket-expected').textContent;
    expect(shown()).toBe("TB 457'6đủ ở giá tốt nhất");
    await type('ticket-quantity', '6');
    expect(shown()).toBe("TB 457.875sâu nhất 458'0, trượt 1 bước");
    await type('ticket-quantity', '7');
    expect(shown()).toBe('TB 457.875sổ lệnh đang thấy 6 lot');
    act(() => depthValue.write(null));
  });

  test('B and S choose the side and move the focus there, but not inside a field', async () => {
    const { user, type } = await openTicket();
    await user.keyboard('s');
    expect(document.activeElement).toBe(screen.getByTestId('ticket-side-sell'));
    expect(screen.getByTestId('ticket-side-sell').getAttribute('aria-checked')).toBe('true');
    // From one side to the other, and an arrow that moves the focus chooses.
    await user.keyboard('b');
    expect(document.activeElement).toBe(screen.getByTestId('ticket-side-buy'));
    await user.keyboard('{ArrowRight}');
    expect(document.activeElement).toBe(screen.getByTestId('ticket-side-sell'));
    expect(screen.getByRole('radiogroup', { name: 'Chiều' })).toBeTruthy();
    expect(screen.getByRole('radio', { name: 'Bán', checked: true })).toBe(screen.getByTestId('ticket-side-sell'));
    await type('ticket-price', 'b');
    expect(screen.getByTestId('ticket-side-sell').getAttribute('aria-checked')).toBe('true');
  });

  test('arrows step by ticks and lots, Shift by ten', async () => {
    const { user } = await openTicket();
    await user.click(screen.getByTestId('ticket-price'));
    await user.keyboard('{ArrowUp}');
    expect(screen.getByTestId('ticket-price')).toHaveProperty('value', "458'0");
    await user.click(screen.getByTestId('ticket-quantity'));
    await user.keyboard('{Shift>}{ArrowUp}{/Shift}');
    expect(screen.getByTestId('ticket-quantity')).toHaveProperty('value', '11');
    await user.keyboard('{Shift>}{ArrowDown}{ArrowDown}{/Shift}');
    expect(screen.getByTestId('ticket-quantity')).toHaveProperty('value', '1');
  });

  test('a share of the most that would be accepted', async () => {
    const { user } = await openTicket();
    expect(screen.getByRole('button', { name: 'Tối đa mua 26' })).toBeTruthy();
    await user.click(screen.getByRole('button', { name: '50%' }));
    expect(screen.getByTestId('ticket-quantity')).toHaveProperty('value', '13');
  });
});

describe('the investor’s own limits', () => {
  test('bound the most on either side, its shares and the order', async () => {
    const { user, type, client } = await openTicket();
    limit(client, { maxLotsPerOrder: 2 });
    expect(await screen.findByRole('button', { name: 'Tối đa mua 2' })).toBeTruthy();
    await user.click(screen.getByTestId('ticket-side-sell'));
    expect(screen.getByRole('button', { name: 'Tối đa bán 2' })).toBeTruthy();
    await user.click(screen.getByTestId('ticket-side-buy'));
    await user.click(screen.getByRole('button', { name: '100%' }));
    expect(button().textContent).toBe("Mua 2 ZCEZ26 @ 457'6");
    await type('ticket-quantity', '3');
    expect(button().textContent).toBe('Giới hạn bạn đặt: 2 lot');
    expect(button()).toHaveProperty('disabled', true);
  });

  test('a pause accepts only reducing orders', async () => {
    const { user, client } = await openTicket();
    limit(client, { coolOffUntil: new Date(Date.now() + 3_600_000).toISOString() });
    await waitFor(() => expect(button().textContent).toContain('Bạn đang nghỉ đến'));
    hold(client, 3, [lot(3, '451.50')]);
    await user.click(screen.getByTestId('ticket-side-sell'));
    await waitFor(() => expect(button().textContent).toBe("Bán 1 ZCEZ26 @ 457'4"));
    expect(screen.getByRole('button', { name: 'Tối đa bán 3' })).toBeTruthy();
  });
});

describe('only reducing', () => {
  const reduceOnly = (user: Awaited<ReturnType<typeof openTicket>>['user']) =>
    user.click(screen.getByTestId('ticket-reduce-only'));

  test('a side that would add says which one reduces, on the button and at the field', async () => {
    const { user, client } = await openTicket();
    hold(client, 3, [lot(3, '451.50')]);
    await reduceOnly(user);
    await waitFor(() => expect(button().textContent).toBe('Chỉ lệnh bán mới giảm vị thế này'));
    expect(screen.getAllByText('Chỉ lệnh bán mới giảm vị thế này')).toHaveLength(2);
    expect(screen.queryByText(/lot đang mở/)).toBeNull();
  });

  test('without a position there is nothing to reduce', async () => {
    const { user } = await openTicket();
    await reduceOnly(user);
    expect(button().textContent).toBe('Chưa có vị thế để giảm');
    expect(screen.getAllByText('Chưa có vị thế để giảm')).toHaveLength(2);
    expect(screen.queryByText(/lot đang mở/)).toBeNull();
  });

  test('exceeding the position says how much there is, once at the field', async () => {
    const { user, type, client } = await openTicket();
    hold(client, 3, [lot(3, '451.50')]);
    await user.click(screen.getByTestId('ticket-side-sell'));
    await reduceOnly(user);
    expect(await screen.findAllByText('Tối đa 3 lot đang mở')).toHaveLength(1);
    await type('ticket-quantity', '4');
    expect(button().textContent).toBe('Tối đa 3 lot đang mở');
    expect(screen.getAllByText('Tối đa 3 lot đang mở')).toHaveLength(2);
  });
});

describe('one lot, in English', () => {
  beforeEach(async () => void (await i18next.changeLanguage('en')));
  afterEach(async () => void (await i18next.changeLanguage('vi')));

  test('is what may be reduced', async () => {
    const { user, type, client } = await openTicket();
    hold(client, 1, [lot(1, '451.50')]);
    await user.click(screen.getByTestId('ticket-side-sell'));
    await user.click(screen.getByTestId('ticket-reduce-only'));
    expect(await screen.findByText('At most the 1 open lot')).toBeTruthy();
    hold(client, 2, [lot(2, '451.50')]);
    expect(await screen.findByText('At most the 2 open lots')).toBeTruthy();
    await user.click(screen.getByTestId('ticket-side-buy'));
    await type('ticket-quantity', '1');
    expect(button().textContent).toBe('Only a sell order reduces this position');
  });

  test('is the investor’s own limit', async () => {
    const { type, client } = await openTicket();
    await type('ticket-quantity', '3');
    limit(client, { maxLotsPerOrder: 1 });
    await waitFor(() => expect(button().textContent).toBe('Your limit: 1 lot'));
    limit(client, { maxLotsPerOrder: 2 });
    await waitFor(() => expect(button().textContent).toBe('Your limit: 2 lots'));
  });

  test('is offered by a refusal', async () => {
    const { user } = await openTicket();
    const facts = { max: 1, lots: 1 };
    fetched.mockImplementation(async () => answer(422, { code: 'MaxLotsPerOrder', facts, requestId: 'r' }));
    await confirmed(user);
    expect(await screen.findByRole('button', { name: 'Use 1 lot' })).toBeTruthy();
  });
});
