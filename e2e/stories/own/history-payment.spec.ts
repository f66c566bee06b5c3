/**
 * Follows the changes of the cash: a trade's fee and result appear by themselves, filtered and as a file, on desk and
 * phone.
 */
import { readFileSync } from 'node:fs';
import { CALM, expect, expectAccessible, openDesk, sendOrder, test } from '#stage.ts';

test.use({ settings: { ...CALM, SEED: '71' } });

test('each change of the cash appears as it happens, with the cash after it', async ({ page, stage, context }) => {
  const { url } = stage.product;
  await openDesk(page, url, { language: 'vi', username: 'an@mua.demo' });
  const history = await context.newPage();
  await history.goto(`${url}/account-overview/history-payment`);
  const rows = history.locator('[data-testid^="transaction-"]');

  await test.step('at first it shows the demo’s deposit', async () => {
    await expect(rows).toHaveCount(1);
    await expect(rows).toContainText('Nạp tiền');
    await expect(rows).toContainText('+1.000.000.000');
  });

  await test.step('an order filled elsewhere shows its fee here, without a reload', async () => {
    await page.getByRole('radio', { name: 'Thị trường', exact: true }).click();
    await sendOrder(page);
    const fee = history.getByTestId('transaction-TRANSACTION_FEE');
    await expect(fee).toContainText(/Mua 1 ZCEZ26 @ \d+'\d/);
    await expect(fee).toContainText('−350.000');
    await expect(fee).toContainText('999.650.000');
  });

  await test.step('filters show one kind, another kind, and all of them again', async () => {
    await history.getByTestId('history-type').click();
    await history.getByRole('option', { name: 'Nạp tiền' }).click();
    await expect(rows).toHaveCount(1);
    await history.getByTestId('history-type').click();
    await history.getByRole('option', { name: 'Rút tiền' }).click();
    await expect(history.getByText('Không có biến động nào như vậy trong khoảng này')).toBeVisible();
    await history.getByRole('button', { name: 'Xem tất cả' }).click();
    await expect(rows).toHaveCount(2);
  });

  await test.step('the file has the same rows', async () => {
    const [download] = await Promise.all([
      history.waitForEvent('download'),
      history.getByTestId('export-transactions').click(),
    ]);
    const lines = readFileSync(await download.path(), 'utf8')
      .trim()
      .split('\r\n');
    expect(lines).toHaveLength(3);
    expect(lines[1]).toContain('TRANSACTION_FEE,-350000,999650000');
    expect(lines[2]).toContain('DEPOSIT,1000000000,1000000000');
  });

  await test.step('on a phone the changes are cards', async () => {
    await history.setViewportSize({ width: 390, height: 844 });
    await expect(rows).toHaveCount(2);
    await expect(rows.first()).toContainText('Còn');
    await expectAccessible(history);
  });
});
