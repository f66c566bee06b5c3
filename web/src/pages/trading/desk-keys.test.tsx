// @vitest-environment jsdom
/** Tests the keys of the desk that change what is shown: the list below the chart, and the book or the ladder. */
import { act, fireEvent, screen } from '@testing-library/react';
import { Suspense } from 'react';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { withLadderWords, withLaterWords } from '#i18n/i18n.ts';
import { pricesAreShown, untilFirstPrice } from '#market/first-price.ts';
import { CORN } from '#mock/sample-records.ts';
import { BookAndTape } from '#pages/trading/book-and-tape.tsx';
import { BookPanel, LadderPanel } from '#pages/trading/book-panel.tsx';
import { BottomTabs } from '#pages/trading/bottom-tabs.tsx';
import { DRAWN_LAYOUT, useDeskLayout } from '#pages/trading/desk-layout.ts';
import { useShortcutPreference } from '#session/shortcuts.ts';
import { preparePages, renderPage } from '#test/page.tsx';

preparePages();
// Only then the ladder is loaded.
beforeAll(() => {
  pricesAreShown();
  return untilFirstPrice();
});
beforeEach(async () => {
  await withLaterWords(async () => undefined);
  await withLadderWords(async () => undefined);
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }));
  useDeskLayout.getState().arrange(DRAWN_LAYOUT);
  useShortcutPreference.setState({
    keys: {
      ...{ toBoard: 'shift+1', toOrders: 'shift+2', toPositions: 'shift+3', toConditionals: 'shift+4' },
      bookOrLadder: 'shift+d',
    },
  });
});

const hit = (code: string) => act(() => void fireEvent.keyDown(document.body, { code, key: code, shiftKey: true }));
const { getState: layout } = useDeskLayout;

const picks = { onPrice: vi.fn(), onLots: vi.fn() };

function BookPlace() {
  const isBook = useDeskLayout(({ book }) => book === 'book');
  return isBook ? <BookPanel contract={CORN} {...picks} /> : <LadderPanel contract={CORN} />;
}

test.each([
  [false, ['board', 'orders', 'positions', 'conditional']],
  // Orders have a panel of their own there.
  [true, ['board', 'board', 'positions', 'conditional']],
])('keys show a list below the chart (orders apart: %s)', async (isSplit, shown) => {
  await renderPage(<BottomTabs contract={CORN} contracts={[CORN]} isSplit={isSplit} />);
  const lists = ['Digit1', 'Digit2', 'Digit3', 'Digit4'].map((code) => {
    hit(code);
    return layout().list;
  });
  expect(lists).toEqual(shown);
});

test('a key puts the ladder in the place of the book, and back', async () => {
  await renderPage(
    <Suspense>
      <BookPlace />
    </Suspense>,
  );
  hit('KeyD');
  expect(layout().book).toBe('ladder');
  await screen.findByRole('button', { name: 'Độ sâu giá' });
  hit('KeyD');
  expect(layout().book).toBe('book');
});

test('where book, ladder and tape are tabs, the same key turns to them', async () => {
  await renderPage(
    <Suspense>
      <BookAndTape contract={CORN} {...picks} />
    </Suspense>,
  );
  const chosen = async (name: string) => await screen.findByRole('tab', { name, selected: true });
  await chosen('Độ sâu');
  hit('KeyD');
  await chosen('Thang đặt lệnh');
  hit('KeyD');
  await chosen('Độ sâu');
});
