/** What goes wrong on the way of an application: the network while somebody types, and what only the server knows. */
import { apply, fillIn, signUp } from '#newcomer.ts';
import { expect, expectAccessible, test } from '#stage.ts';

test('typed without a network, kept, and sent when it returns (vi)', async ({ page, context, stage }) => {
  const { url } = stage.product;
  await signUp(page, url, {
    ...{ email: 'mat.mang@mua.demo', phone: '0988161616', fullName: 'Nguyễn Mất Mạng' },
    language: 'vi',
  });
  await page.goto(`${url}/account-overview/ekyc?step=DETAILS`);
  const saved = page.getByTestId('application-save');
  const place = page.getByTestId('application-issuePlace');
  const address = page.getByTestId('application-permanentAddress');
  await place.fill('Cục Cảnh sát');
  await expect(saved).toHaveAttribute('data-state', 'saved');
  // The parts of the page that load late are there.
  await page.waitForLoadState('networkidle');
  await context.setOffline(true);
  await place.fill('Bộ Công an');
  await address.fill('12 Quán Thánh');
  await expect(saved).toHaveAttribute('data-state', 'waiting');
  await expect(saved).toContainText('Đừng đóng trang này');
  await expectAccessible(page);
  await context.setOffline(false);
  await expect(saved).toHaveAttribute('data-state', 'saved');
  await page.reload();
  await expect(place).toHaveValue('Bộ Công an');
  await expect(address).toHaveValue('12 Quán Thánh');
});

test('a card that two hand in at once is told to the slower of them, at its number (vi)', async ({
  browser,
  page,
  stage,
}) => {
  const { url } = stage.product;
  await signUp(page, url, {
    ...{ email: 'cham@mua.demo', phone: '0988171717', fullName: 'Phạm Văn Chậm' },
    language: 'vi',
  });
  await fillIn(page, url, 9);
  const faster = await (await browser.newContext()).newPage();
  await signUp(faster, url, {
    ...{ email: 'nhanh@mua.demo', phone: '0988181818', fullName: 'Phạm Văn Nhanh' },
    language: 'vi',
  });
  await fillIn(faster, url, 9);
  await page.goto(`${url}/account-overview/ekyc?step=ADDRESS`);
  await expect(page.getByRole('heading', { name: 'Xem lại trước khi gửi' })).toBeVisible();
  await apply(faster, url);
  await faster.context().close();
  await page.getByTestId('application-next').dblclick();
  const number = page.getByTestId('application-idNumber');
  await expect(number).toBeFocused();
  await expect(page).toHaveURL(/step=DETAILS/);
  const fault = page.getByText(/^Số giấy tờ đã có tài khoản/);
  await expect(fault).toBeVisible();
  await expectAccessible(page);
  await test.step('and stays there until another number does', async () => {
    await page.keyboard.press('Tab');
    await expect(fault).toBeVisible();
    await number.fill('001099012345');
    await page.keyboard.press('Tab');
    await expect(fault).toHaveCount(0);
  });
  await test.step('the way back leads to the step before', async () => {
    await page.goBack();
    await expect(page.getByRole('heading', { name: 'Xem lại trước khi gửi' })).toBeVisible();
  });
});
