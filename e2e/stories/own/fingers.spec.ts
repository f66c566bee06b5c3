/**
 * Checks touch targets on a phone: everything that can be pressed is at least 44 px each way, whatever its visible
 * size. Covered and scrolled-away elements are excluded. Figures that explain themselves are in lines of text and as
 * high as their lines.
 */
import type { Page } from '@playwright/test';
import { signUp } from '#newcomer.ts';
import { CALM, expect, sendOrder, signIn, test } from '#stage.ts';

/** This story has its own product: what others left in the lists would add controls. */
test.use({ settings: { ...CALM, SEED: '43' }, viewport: { width: 390, height: 844 }, hasTouch: true });

test('no target is smaller than a finger', async ({ page, stage }) => {
  const { url } = stage.product;
  await page.goto(`${url}/login`);
  await expect(page.getByTestId('login-submit')).toBeVisible();
  await expectFingerSized(page);
  await signIn(page, url, '0901000002');
  await page.goto(url);
  await expect(page.getByTestId('last-ZCEZ26')).not.toHaveText('–');
  await expectFingerSized(page);
  await page.getByRole('button', { name: 'Cài đặt' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectFingerSized(page);

  await page.goto(`${url}/trading/ZCEZ26`);
  await expect(page.getByRole('button', { name: 'Công cụ vẽ' })).toBeVisible();
  await expectFingerSized(page);
  await page.getByRole('button', { name: 'Thêm', exact: true }).click();
  await expect(page.getByRole('menu')).toBeVisible();
  await expectFingerSized(page);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: /^Mua/ }).last().click();
  const sheet = page.getByRole('dialog');
  await expect(sheet.getByTestId('send-order')).toContainText('ZCEZ26');
  await expectFingerSized(page);
  await sheet.getByTestId('ticket-exits').check();
  await sheet.getByTestId('ticket-stop-loss').fill("400'0");
  await sheet.getByTestId('ticket-risk').fill('900.000.000');
  await expectFingerSized(page);
  await sheet.getByTestId('ticket-more').click();
  await page.getByTestId('ticket-scale').click();
  await expect(page.getByTestId('scale-send')).toBeVisible();
  await expectFingerSized(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Đóng' }).click();
  await sheet.getByTestId('ticket-exits').uncheck();
  await sheet.getByTestId('ticket-type').getByText('Thị trường').click();
  await sendOrder(sheet);
  await expect(page.getByText(/Mua 1/).first()).toBeVisible();
  await expect(page.locator('[data-line]')).toBeVisible();
  await expectFingerSized(page);

  await page.getByRole('button', { name: 'Mở độ sâu giá' }).click();
  await expect(page.getByRole('button', { name: /đưa giá vào phiếu đặt lệnh/ }).nth(9)).toBeVisible();
  await expectFingerSized(page);
  await page.getByRole('radio', { name: 'Thang đặt lệnh' }).click();
  await expect(page.getByTestId('ladder-arm')).toBeVisible();
  await expectFingerSized(page);
  expect(await page.locator('[data-ladder-ticks]').count()).toBeGreaterThanOrEqual(8);
  for (const name of ['Khớp lệnh', 'Lệnh', 'Vị thế', 'Điều kiện']) {
    await page.getByRole('tab', { name: new RegExp(`^${name}`) }).click();
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
    await expectFingerSized(page);
  }

  for (const path of ['', '/order-manager/108C000002-01', '/property/108C000002-01', '/contact-information']) {
    await page.goto(`${url}/account-overview${path}`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
    await expectFingerSized(page);
  }
  await page.goto(`${url}/account-overview/security-account`);
  await page.getByRole('button', { name: 'Yêu cầu xóa tài khoản' }).click();
  await expect(page.getByRole('alertdialog')).toBeVisible();
  await expectFingerSized(page);
});

test('nor is one on the way to becoming a customer', async ({ page, stage }) => {
  const { url } = stage.product;
  await page.goto(`${url}/sign-up`);
  await expect(page.getByTestId('sign-up-next')).toBeVisible();
  await expectFingerSized(page);
  const who = { email: 'moi.ngon.tay@mua.demo', phone: '0988565656', fullName: 'Nguyễn Thị Tay' };
  await signUp(page, url, { ...who, language: 'vi' });
  await page.goto(`${url}/account-overview/ekyc`);
  const steps = page.getByTestId('application').getByRole('navigation').getByRole('button');
  await page.getByTestId('application-CITIZEN_CARD').check();
  for (const at of [0, 1, 2, 3]) {
    await steps.nth(at).click();
    await expectFingerSized(page);
  }
  await page.goto(`${url}/verify`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expectFingerSized(page);
});

async function expectFingerSized(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(smallTargets)).toEqual([]);
}

/** Runs in the page. The limit is two pixels less than 44: the frame of a field is part of it. */
function smallTargets(): readonly string[] {
  const LEAST = 42;
  const FAR = 60;
  const CONTROLS = 'button, a[href], input, select, [role="tab"], [role="radio"], [role="switch"], [role="menuitem"]';
  const TEXT = '[data-slot="explained-figure"], [data-slot="explained"]';
  const found: string[] = [];
  for (const control of document.querySelectorAll<HTMLElement>(CONTROLS)) {
    const { left, top, width, height } = control.getBoundingClientRect();
    const [x, y] = [left + width / 2, top + height / 2];
    const isHit = (atX: number, atY: number): boolean => {
      const hit = document.elementFromPoint(atX, atY);
      return hit !== null && (control.contains(hit) || hit.closest('label')?.control === control);
    };
    if (control.matches(TEXT) || width === 0 || !isHit(x, y)) continue;
    const edges = [
      [x, top + 1],
      [x, top + height - 1],
      [left + 1, y],
      [left + width - 1, y],
    ] as const;
    // Something covers a part of it, or it is half scrolled away.
    if (!edges.every(([atX, atY]) => isHit(atX, atY))) continue;
    const reach = (stepX: number, stepY: number): number => {
      let pixels = 0;
      while (pixels < FAR && isHit(x + stepX * (pixels + 1), y + stepY * (pixels + 1))) pixels += 1;
      return pixels;
    };
    const across = reach(-1, 0) + 1 + reach(1, 0);
    const along = reach(0, -1) + 1 + reach(0, 1);
    const isSmall = (across < LEAST && width < LEAST) || (along < LEAST && height < LEAST);
    if (isSmall) found.push(`${control.getAttribute('aria-label') ?? control.textContent}: ${across} x ${along}`);
  }
  return found;
}
