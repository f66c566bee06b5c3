/**
 * Checks the product for people without a mouse, with a screen reader, or with another language: an order from sign-in
 * to a closed position by keys alone, its announcements, numbers in each notation, and no untranslated text.
 */
import type { Locator, Page } from '@playwright/test';
import { CALM, DIALOG, expect, expectAccessible, sendOrder, signIn, test } from '#stage.ts';

test.use({ settings: { ...CALM, SEED: '19' } });

test('from sign-in to a closed position by keys alone, and every step is announced', async ({ page, stage }) => {
  await page.addInitScript(recordAnnouncements);
  await page.goto(`${stage.product.url}/login?returnUrl=%2Ftrading%2FZCEZ26`);
  await tabTo(page, page.getByRole('textbox').first());
  await page.keyboard.type('binh@mua.demo');
  await page.keyboard.press('Tab');
  await page.keyboard.type('Mua@2026');
  await page.keyboard.press('Enter');
  const send = page.getByTestId('send-order');
  await expect(send).toContainText('ZCEZ26');

  await test.step('buys at market', async () => {
    await page.keyboard.press('b');
    // An arrow chooses the option it moves to.
    const market = page.getByTestId('ticket-type').getByRole('radio', { name: 'Thị trường' });
    await tabTo(page, market, 'ArrowLeft');
    await expect(market).toBeChecked();
    await tabTo(page, page.getByTestId('ticket-quantity'));
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('2');
    await tabTo(page, send);
    await page.keyboard.press('Enter');
    await expect(send).toContainText('Xác nhận MUA 2');
    await expect(send).toHaveAttribute('data-ready', 'true');
    await page.keyboard.press('Enter');
    await expect.poll(() => announced(page)).toMatch(/Đã khớp Mua 2 ZCEZ26/);
  });

  await test.step('liquidates', async () => {
    const tab = page.getByRole('tab', { name: /Vị thế/ });
    await tabTo(page, tab);
    await page.keyboard.press('Enter');
    await tabTo(page, page.getByTestId('liquidate'));
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('alertdialog');
    await expect(dialog).toBeVisible();
    await expectAccessible(page, DIALOG);
    await tabTo(page, dialog.getByRole('button', { name: /Bán 2/ }));
    await page.keyboard.press('Enter');
    await expect(page.getByText('Chưa có vị thế mở')).toBeVisible();
    await expect.poll(() => announced(page)).toMatch(/Đã khớp Bán 2 ZCEZ26/);
  });
});

test('a muted kind has no toast and is announced all the same; a refusal is always shown', async ({ page, stage }) => {
  await page.addInitScript(recordAnnouncements);
  await page.addInitScript(() =>
    localStorage.setItem('notices', '{"state":{"muted":["filled","progress"]},"version":0}'),
  );
  await signIn(page, stage.product.url);
  await page.goto(`${stage.product.url}/trading/ZCEZ26`);
  await page.getByTestId('ticket-type').getByText('Thị trường', { exact: true }).click();
  await sendOrder(page);
  await expect.poll(() => announced(page)).toMatch(/Mua 1 ZCEZ26.*Đã khớp/s);
  await expect(page.locator('[data-testid^="toast-"]')).toHaveCount(0);
});

for (const [language, typed] of [
  ['vi', ["440'2", '440,25', '440.25']],
  ['en', ["440'2", '440.25', '440,25']],
] as const) {
  test(`a price typed in any notation reads back as the contract writes it (${language})`, async ({ page, stage }) => {
    await page.addInitScript((chosen) => localStorage.setItem('i18nextLng', chosen), language);
    await signIn(page, stage.product.url);
    await page.goto(`${stage.product.url}/trading/ZCEZ26`);
    const price = page.getByTestId('ticket-price');
    for (const text of typed) {
      await price.fill(text);
      await expect(page.getByTestId('send-order')).toContainText("440'2");
    }
    // The price is between two ticks: both are offered, what was typed stays.
    await price.fill('440,3');
    await expect(page.getByTestId('send-order')).toContainText("0'2");
    await expect(page.getByText("440'2").first()).toBeVisible();
    await expect(page.getByText("440'4").first()).toBeVisible();
    await expect(price).toHaveValue('440,3');
  });
}

test('no text is left untranslated', async ({ page, stage }) => {
  await page.addInitScript(() => localStorage.setItem('i18nextLng', 'pseudo'));
  const { url } = stage.product;
  await page.goto(url);
  await expect(page.getByTestId('last-ZCEZ26')).not.toHaveText('–');
  expect(await plainTexts(page)).toEqual([]);
  await page.goto(`${url}/login`);
  await expect(page.locator('input[type="password"]')).toBeVisible();
  expect(await plainTexts(page)).toEqual([]);
  await signIn(page, url);
  await page.goto(`${url}/trading/ZCEZ26`);
  await expect(page.getByTestId('send-order')).toContainText('ZCEZ26');
  expect(await plainTexts(page)).toEqual([]);
  for (const tab of await page.getByRole('tablist').first().getByRole('tab').all()) {
    await tab.click();
    await expect(tab).toHaveAttribute('aria-selected', 'true');
    await expect(page.locator('[role="tabpanel"][data-state="active"] [aria-busy="true"]')).toHaveCount(0);
    expect(await plainTexts(page)).toEqual([]);
  }
  await page.keyboard.press('Shift+Slash');
  await expect(page.getByRole('dialog')).toBeVisible();
  expect(await plainTexts(page)).toEqual([]);
});

/** Moves as somebody without a mouse does: one key at a time, with a limit. */
async function tabTo(page: Page, target: Locator, inside?: 'ArrowLeft'): Promise<void> {
  await expect(target).toBeVisible();
  const hasFocus = () => target.evaluate((element) => element.contains(document.activeElement));
  for (let presses = 0; presses < 250; presses += 1) {
    if (await hasFocus()) return;
    const group = inside && (await target.evaluate((element) => isBesideFocus(element)));
    await page.keyboard.press(group ? inside : 'Tab');
  }
  throw new Error('the Tab key never came there');
}

declare function isBesideFocus(element: Element): boolean;

/** Runs in the page before its own scripts: collects what live regions announce, as a screen reader would. */
function recordAnnouncements(): void {
  const said: string[] = [];
  Object.assign(globalThis, {
    announcements: said,
    isBesideFocus: (element: Element) =>
      element.closest('[role="radiogroup"],[role="group"]')?.contains(document.activeElement) === true,
  });
  const isLive = (node: Node) => {
    const element = node instanceof Element ? node : node.parentElement;
    const region = element?.closest('[aria-live],[role="status"],[role="alert"]');
    return region !== null && region !== undefined && region.getAttribute('aria-live') !== 'off';
  };
  new MutationObserver((changes) => {
    for (const { target, addedNodes } of changes) {
      for (const node of addedNodes.length > 0 ? addedNodes : [target]) {
        if (isLive(node) && node.textContent) said.push(node.textContent);
      }
    }
  }).observe(document, { childList: true, subtree: true, characterData: true });
}

function announced(page: Page): Promise<string> {
  return page.evaluate(() => (globalThis as unknown as { announcements: string[] }).announcements.join('\n'));
}

/** Returns visible texts that come from no word list: what remains without brackets, numbers, codes and names. */
function plainTexts(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const listed: { items: { commodityName: { vi: string; en: string } }[] } = await (
      await fetch('/api/market/contracts')
    ).json();
    const commodities = new Set(listed.items.flatMap(({ commodityName }) => Object.values(commodityName)));
    const NAMES = /Mùa|Nguyễn Văn An|Trần Thị Bình|\b(CBOT|COMEX|NYMEX|ICE (US|EU)|SGX|BMDX|OSE|LME|MXV)\b|UTC|GMT/g;
    const CODES = /\b[A-Z]{1,4}E?[FGHJKMNQUVXZ]\d\d\b|\b108C\d{6}(-\d\d)?\b|\b(USD|VND|DEMO|FND|LTD|MA|VOL|VI|EN)\b/g;
    /** Matches keys, and an avatar's initials. */
    const KEYS = /\b(Ctrl|Alt|Shift|Enter|Esc|Home|End|PgUp|PgDn|F\d|[A-Z]{1,2})\b/g;
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const left = new Set<string>();
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const parent = node.parentElement;
      if (!parent || parent.closest('script,style,[data-plain-text]') || !parent.checkVisibility()) continue;
      const text = [...commodities].reduce((left, name) => left.replaceAll(name, ''), node.textContent ?? '');
      let rest = text;
      // Words are nested: a unit inside a sentence.
      for (let before = ''; before !== rest; ) {
        before = rest;
        rest = rest.replace(/\[[^[\]]*\]/g, '');
      }
      rest = rest.replace(NAMES, '').replace(CODES, '').replace(KEYS, '');
      if (/\p{L}{2}/u.test(rest)) left.add((node.textContent ?? '').trim());
    }
    return [...left];
  });
}
