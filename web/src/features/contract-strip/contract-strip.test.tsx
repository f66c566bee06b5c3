// @vitest-environment jsdom
/** Tests the strip of a phone: what the thing itself costs stands below the price, where the thing has such a unit. */
import { act, screen, within } from '@testing-library/react';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { PhoneStrip } from '#features/contract-strip/contract-strip.tsx';
import { withLaterWords } from '#i18n/i18n.ts';
import { priceStore } from '#market/price-store.ts';
import { CORN, CORN_GRID } from '#mock/sample-records.ts';
import { preparePages, renderPage } from '#test/page.tsx';

preparePages();
beforeAll(async () => {
  await withLaterWords(async () => undefined);
  priceStore.register([{ code: CORN.code, grid: CORN_GRID }]);
});
beforeEach(() => act(() => priceStore.apply([{ code: CORN.code, last: '457.75', session: 'OPEN' }], 'snapshot')));

const shown = async (contract: typeof CORN) => {
  await renderPage(<PhoneStrip contract={contract} contracts={[contract]} />);
  return within(screen.getByRole('region', { name: 'Hợp đồng' }));
};

test('corn costs so much a kilogram', async () => {
  const strip = await shown(CORN);
  expect((await strip.findByText(/₫\/kg/)).textContent).toMatch(/^Giá hàng thực: [\d.]+\s?₫\/kg$/);
});

test('without terms in force nothing is said of it', async () => {
  const strip = await shown({ ...CORN, terms: null });
  await import('#features/contract-strip/physical-price.tsx');
  await act(async () => undefined);
  expect(strip.queryByText(/Giá hàng thực/)).toBeNull();
  expect(strip.getByText("457'6")).toBeTruthy();
});
