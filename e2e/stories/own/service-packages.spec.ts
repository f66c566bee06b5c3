/** A service package from its subscription to its end: the ticket's fee, the fill's, the posting, and the way out. */
import { CALM, expect, expectAccessible, openDesk, sendOrder, test } from '#stage.ts';

test.use({ settings: CALM });

test('a package lowers the fee of the ticket and of the fill, and is ended with its month', async ({
  page,
  stage,
  context,
}) => {
  const { url } = stage.product;
  await openDesk(page, url, { language: 'vi', username: 'an@mua.demo' });
  const packages = await context.newPage();
  await packages.goto(`${url}/account-overview/service-package`);

  await test.step('the question says what is paid now and when again', async () => {
    await packages.getByTestId('subscribe-plus').click();
    const question = packages.getByRole('alertdialog');
    await expect(question).toContainText('1.500.000');
    await expect(question).toContainText('Đăng ký Mùa Plus');
    await packages.getByTestId('confirm-package').click();
    await expect(question).toHaveCount(0);
    await expect(packages.getByTestId('package-plus').getByTestId('package-state')).toContainText('Dùng đến');
    await expectAccessible(packages);
  });

  await test.step('the ticket says whose fee it is and what it would be without', async () => {
    await page.getByRole('radio', { name: 'Thị trường', exact: true }).click();
    await expect(page.getByText(/Mùa Plus, thường 350\.000/).first()).toBeVisible();
    await sendOrder(page);
    await page.getByRole('tab', { name: /^Vị thế/ }).click();
    await expect(page.getByTestId('position-ZCEZ26')).toBeVisible();
  });

  await test.step('the fill and the month stand in the history', async () => {
    const history = await context.newPage();
    await history.goto(`${url}/account-overview/history-payment`);
    await expect(history.getByTestId('transaction-TRANSACTION_FEE')).toContainText('−280.000');
    await expect(history.getByTestId('transaction-PACKAGE_FEE')).toContainText('−1.500.000');
  });

  await test.step('ended, it stays until the month is over', async () => {
    await packages.getByTestId('end-plus').click();
    await packages.getByTestId('confirm-package').click();
    await expect(packages.getByTestId('package-state')).toContainText('Kết thúc');
    await expect(packages.getByTestId('keep-plus')).toBeVisible();
  });
});
