// @vitest-environment jsdom
import type { Contract } from '@mua/contract/entities/contract';
import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { CompareMenu, CompareSheet } from '#features/chart/compare/compare-menu.tsx';
import { keptLinesFrom, useComparisonStore } from '#features/chart/compare/comparison-store.ts';
import { useComparison } from '#features/chart/compare/use-comparison.ts';
import { DEFAULT_CHART, useChartSettings } from '#features/chart/settings/chart-settings.ts';
import { contractsQuery } from '#market/contracts.ts';
import { CORN } from '#mock/sample-records.ts';
import { preparePages, renderPart } from '#test/page.tsx';

const COFFEE = { commodityCode: 'KCE', commodityName: { vi: 'Cà phê Arabica', en: 'Arabica coffee' } };
const CONTRACTS = [
  CORN,
  { ...CORN, code: 'ZCEH27' },
  { ...CORN, code: 'ZCEK27' },
  { ...CORN, ...COFFEE, code: 'KCEH27' },
  { ...CORN, ...COFFEE, code: 'KCEK27' },
];

preparePages();
beforeEach(() => {
  useComparisonStore.setState({ lines: [] });
  useChartSettings.setState(DEFAULT_CHART);
});

const onClose = vi.fn();

function Shown({ part, own }: { part: 'menu' | 'sheet'; own: Contract }) {
  const comparison = useComparison(null, own);
  const props = { contract: own, comparison };
  return part === 'menu' ? <CompareMenu {...props} /> : <CompareSheet {...props} onClose={onClose} />;
}

function show(part: 'menu' | 'sheet', own: Contract = CORN): void {
  renderPart(<Shown part={part} own={own} />, [[contractsQuery().queryKey, CONTRACTS]]);
}

function openMenu(own?: Contract): HTMLElement {
  show('menu', own);
  fireEvent.click(screen.getByRole('button', { name: 'So sánh' }));
  return screen.getByRole('dialog', { name: 'So sánh' });
}

const row = (within_: HTMLElement, code: string) =>
  within(within_).getByRole<HTMLButtonElement>('checkbox', { name: new RegExp(code) });

test('a contract is found without typing diacritics, added with one press and removed with another', () => {
  const menu = openMenu();
  expect(within(menu).queryByRole('checkbox', { name: new RegExp(CORN.code) })).toBeNull();
  fireEvent.change(within(menu).getByRole('textbox'), { target: { value: 'ca phe' } });
  expect(within(menu).getAllByRole('checkbox')).toHaveLength(2);
  fireEvent.click(row(menu, 'KCEH27'));
  expect(row(menu, 'KCEH27').getAttribute('aria-checked')).toBe('true');
  expect(screen.getByText('1')).toBeTruthy();
  fireEvent.click(row(menu, 'KCEH27'));
  expect(row(menu, 'KCEH27').getAttribute('aria-checked')).toBe('false');
  fireEvent.change(within(menu).getByRole('textbox'), { target: { value: 'cao su' } });
  expect(within(menu).queryAllByRole('checkbox')).toEqual([]);
  expect(within(menu).getByRole('status').textContent).toContain('cao su');
});

test('at the maximum of three the others are disabled, and the menu says why', () => {
  const menu = openMenu();
  expect(within(menu).getByText(/^Tối đa 3 hợp đồng/)).toBeTruthy();
  for (const code of ['ZCEH27', 'ZCEK27', 'KCEH27']) fireEvent.click(row(menu, code));
  expect(within(menu).getByText(/^Đã đủ 3 hợp đồng/)).toBeTruthy();
  expect(row(menu, 'KCEK27').disabled).toBe(true);
  expect(row(menu, 'KCEH27').disabled).toBe(false);
  fireEvent.click(row(menu, 'ZCEH27'));
  expect(row(menu, 'KCEK27').disabled).toBe(false);
});

test('compared contracts reappear on the next chart, but never compared with themselves', async () => {
  fireEvent.click(row(openMenu(), 'ZCEH27'));
  fireEvent.click(row(screen.getByRole('dialog'), 'KCEH27'));
  cleanup();
  await useComparisonStore.persist.rehydrate();
  const menu = openMenu({ ...CORN, code: 'ZCEH27' });
  expect(screen.getByRole('button', { name: 'So sánh' }).textContent).toBe('1');
  expect(row(menu, 'KCEH27').getAttribute('aria-checked')).toBe('true');
  expect(within(menu).queryByRole('checkbox', { name: /ZCEH27/ })).toBeNull();
});

test('stored comparisons are restored where they are still valid', () => {
  const kept = [
    { code: 'A', slot: 2 },
    { code: 'A', slot: 3 },
    { code: 'B', slot: 2 },
    { code: 'C', slot: 99 },
    null,
    'x',
  ];
  expect(keptLinesFrom({ lines: kept })).toEqual([{ code: 'A', slot: 2 }]);
  for (const nonsense of [undefined, 5, { lines: 'x' }]) expect(keptLinesFrom(nonsense)).toEqual([]);
});

test('how they are shown is chosen beside them, and kept', () => {
  const menu = openMenu();
  const modes = within(menu).getByRole('radiogroup', { name: 'Cách hiện' });
  expect(within(modes).getByRole('radio', { name: '%', checked: true })).toBeTruthy();
  fireEvent.click(within(modes).getByRole('radio', { name: 'A − B' }));
  expect(useChartSettings.getState().compareMode).toBe('difference');
  expect(localStorage.getItem('chart')).toContain('"compareMode":"difference"');
});

test('on a phone it is a sheet that explains comparing and does not open the keyboard', () => {
  show('sheet');
  const sheet = screen.getByRole('dialog', { name: 'So sánh', description: /phần trăm từ mép trái/ });
  expect(document.activeElement).toBe(sheet);
  fireEvent.click(row(sheet, 'KCEK27'));
  expect(row(sheet, 'KCEK27').getAttribute('aria-checked')).toBe('true');
  fireEvent.keyDown(sheet, { key: 'Escape' });
  expect(onClose).toHaveBeenCalledTimes(1);
});
