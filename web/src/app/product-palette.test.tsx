// @vitest-environment jsdom
/** Tests what the palette asks about the contract viewed last: nothing is sent, and a visitor is asked nothing. */
import { act, screen } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { ProductPalette } from '#app/product-palette.tsx';
import { askOfTrading, useTradingQuestion } from '#desk/trading-question.ts';
import { withAccountWords } from '#i18n/i18n.ts';
import { ACCOUNT, ACTOR, CORN } from '#mock/sample-records.ts';
import { useAuth } from '#session/auth-store.ts';
import { useLastContract } from '#session/last-contract-store.ts';
import { fetched, preparePages, renderPage } from '#test/page.tsx';

preparePages();
beforeEach(async () => {
  await withAccountWords(async () => undefined);
  useLastContract.getState().remember(CORN.code);
  askOfTrading(null);
  // There is no layout here, so nothing to scroll.
  Element.prototype.scrollIntoView = () => undefined;
});

const setUp = () =>
  renderPage(<ProductPalette onClose={vi.fn()} />, {
    known: [
      [[ACTOR.userId, 'accounts'], [ACCOUNT]],
      [['public', 'contracts'], [CORN]],
    ],
  });
const asked = () => useTradingQuestion.getState().question;

test.each(['chuyển kỳ', 'roll', 'đáo hạn'])(
  'the roll of the contract is found by "%s" and asks first',
  async (typed) => {
    const { user } = await setUp();
    await user.type(screen.getByRole('combobox'), typed);
    await user.click(screen.getByRole('option', { name: /Chuyển kỳ ZCEZ26/ }));
    expect(asked()).toEqual({ kind: 'roll', actor: ACTOR, contractCode: CORN.code });
    expect(fetched.mock.calls.filter(([, init]) => init?.method === 'POST')).toEqual([]);
  },
);

test('a visitor has no position to roll', async () => {
  act(() => useAuth.getState().signOutAll());
  const { user } = await setUp();
  await user.type(screen.getByRole('combobox'), 'chuyển kỳ');
  expect(screen.queryByRole('option', { name: /Chuyển kỳ ZCEZ26/ })).toBeNull();
});
