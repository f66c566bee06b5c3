import type { Page } from '@playwright/test';
import { expect } from '#stage.ts';

/** Returns the newest code sent to an address, read from the demo's outbox page in a separate tab. */
export async function codeInOutbox(
  page: Page,
  url: string,
  to: string,
  look: (tab: Page) => Promise<void> = async () => {},
): Promise<string> {
  const tab = await page.context().newPage();
  const message = tab.getByTestId('outbox-message').filter({ hasText: to }).first();
  await tab.goto(`${url}/dev/outbox`);
  await expect(async () => {
    await tab.getByRole('button', { name: /Tải lại|Refresh/ }).click();
    await expect(message).toBeVisible({ timeout: 500 });
  }).toPass();
  const code = (await message.getByTestId('outbox-code').textContent()) ?? '';
  await look(tab);
  await tab.close();
  return code;
}
