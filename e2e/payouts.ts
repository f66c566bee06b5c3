/** Money out in the stories: an account to be paid, its wait, and the code that confirms. */
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { codeInOutbox } from '#outbox.ts';
import { expect } from '#stage.ts';

/** The shortest wait of a new beneficiary that a broker can set: to move a market by a day takes half a minute. */
export const SHORT_HOLD = {
  LIMITS_FILE: fileURLToPath(new URL('./settings/short-hold.json', import.meta.url)),
} as const;
export const HOLD_MS = 8_640_000;
/** How long a demo's policy lets something wait. */
export const POLICY_MS = 5_000;

export async function enterCode(page: Page, url: string, phone: string): Promise<void> {
  await expect(page.getByTestId('otp-code')).toBeFocused();
  await page.getByTestId('otp-code').fill(await codeInOutbox(page, url, phone));
  await page.getByTestId('otp-confirm').click();
}

export async function chooseBank(page: Page, typed: string, name: string): Promise<void> {
  await page.getByTestId('application-bank').click();
  await page.keyboard.type(typed);
  await page.getByRole('option', { name, exact: true }).click();
}
