/** Calculates as a visitor: from the ticket's margin, by keyboard, in both languages, from an address. */
import type { Page } from '@playwright/test';
import { openPage } from '#pages.ts';
import { DIALOG, expect, expectAccessible, test } from '#stage.ts';

const figure = (page: Page, name: string) => page.getByTestId(`calculator-${name}`);

test('the ticket leads to the calculation of its order, and both say the same', async ({ page, stage }) => {
  await page.goto(`${stage.product.url}/trading/ZCEZ26`);
  await page.getByTestId('ticket-side-sell').click();
  await page.getByTestId('ticket-quantity').fill('3');
  const receipt = page.getByTestId('public-receipt').locator('dd .font-medium');
  await expect(receipt).toHaveCount(2);
  const [margin = '', fee = ''] = await receipt.allTextContents();
  expect(margin).toMatch(/^[1-9][\d.]+\s₫$/);
  await page.getByTestId('ticket-calculator').click();
  await expect(page).toHaveURL(/\/margin-calculator\?contract=ZCEZ26&side=SELL&lots=3$/);
  await expect(figure(page, 'margin')).toContainText(margin);
  await expect(figure(page, 'fee')).toContainText(fee);
  await expect(page.getByRole('radio', { name: 'Bán' })).toBeChecked();
  await expect(page).toHaveTitle(/^Tính ký quỹ/);
});

test('by keyboard alone: another contract, side, price and money, kept in the address', async ({ page, stage }) => {
  await openPage(page, `${stage.product.url}/margin-calculator?contract=ZCEZ26`);
  const contract = page.getByRole('button', { name: /^Hàng hóa và kỳ hạn/ });
  await contract.focus();
  await page.keyboard.press('Enter');
  await expectAccessible(page, DIALOG);
  await page.keyboard.type('ca phe');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(contract).toContainText('Cà phê');
  await expect(contract).toBeFocused();
  const price = page.getByRole('textbox', { name: 'Giá vào' });
  await expect(price).toHaveValue(/^\d/);
  await page.keyboard.press('Tab');
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('radio', { name: 'Bán' })).toBeChecked();
  await page.keyboard.press('Tab');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Tab');
  await expect(price).toBeFocused();
  const seen = await price.inputValue();
  await page.keyboard.press('Delete');
  await expect(page.getByText('Nhập giá muốn vào')).toBeVisible();
  await expect(figure(page, 'percent')).toContainText('–');
  await page.keyboard.type(seen);
  await expect(page.getByText('Nhập giá muốn vào')).toHaveCount(0);
  await page.keyboard.press('Tab');
  await page.keyboard.type('2.000.000.000');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('table')).toContainText('Yêu cầu bổ sung ký quỹ');
  await expect(page.getByTestId('calculator-spoken')).toContainText(/ký quỹ yêu cầu [\d.]+.*Tỷ lệ ký quỹ.*ở giá/);
  await expectAccessible(page);
  await expect(page).toHaveURL(/side=SELL&lots=2&price=[\d.]+&money=2000000000$/);
  const margin = await figure(page, 'margin').textContent();
  const levels = await page.getByRole('table').textContent();
  await page.reload();
  await expect(page.getByRole('table')).toHaveText(levels ?? '');
  await expect(figure(page, 'margin')).toHaveText(margin ?? '');
  await expect(page.getByRole('textbox', { name: 'Tiền trong tài khoản' })).toHaveValue('2.000.000.000');
});

test('too little money is said with what is missing, and just enough is enough', async ({ page, stage }) => {
  await openPage(page, `${stage.product.url}/margin-calculator?contract=ZCEK27&money=1000000`);
  await expect(page.getByTestId('calculator-levels')).toContainText(/Thiếu [\d.]+\s₫ nên lệnh sẽ bị từ chối/);
  await expect(page.getByRole('table')).toHaveCount(0);
  await page.getByRole('button', { name: 'Vừa đủ' }).click();
  await expect(page.getByTestId('calculator-left')).toContainText('Số tiền này đủ tối đa 1 lot.');
  await expect(page.getByRole('table')).toBeVisible();
});

test('a broken address falls back, in English', async ({ page, stage }) => {
  await page.addInitScript(() => localStorage.setItem('i18nextLng', 'en'));
  const broken = 'contract=NOPE99&side=UP&lots=-3&price=abc&money=lots&kind=ghost';
  await openPage(page, `${stage.product.url}/margin-calculator?${broken}`);
  await expect(page.getByRole('heading', { name: 'Margin calculator' })).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Quantity' })).toHaveValue('1');
  await expect(page.getByRole('radio', { name: 'Buy' })).toBeChecked();
  await expect(page.getByRole('radio', { name: 'Individual' })).toBeChecked();
  await expect(figure(page, 'margin')).toContainText(/₫[1-9][\d,]+/);
  await expect(page).not.toHaveURL(/NOPE99|ghost|abc/);
  await expectAccessible(page);
});
