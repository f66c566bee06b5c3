/**
 * Checks windows of every size, with scroll bars that take space (the project `layout` has them as on Windows): every
 * control of the desk and on the way to becoming a customer is reached by scrolling, and nothing overlaps (WCAG 1.4.4 and
 * 1.4.10). The frame of all pages: every-page.spec.ts.
 */
import { signUp } from '#newcomer.ts';
import { openPage } from '#pages.ts';
import { expect, expectBars, signIn, test } from '#stage.ts';
import { SIZES } from '#window-sizes.ts';

for (const [name, viewport] of Object.entries(SIZES)) {
  test(`${name}: every control of the desk can be reached, and nothing covers it`, async ({ page, stage }) => {
    await page.setViewportSize(viewport);
    await signIn(page, stage.product.url);
    await openPage(page, `${stage.product.url}/trading/ZCEZ26`);
    const canvas = page.locator('[role="application"]');
    await canvas.scrollIntoViewIfNeeded();
    await expectBars(page);
    await expect.poll(async () => (await canvas.boundingBox())?.height).toBeGreaterThan(140);
    await expect.poll(() => page.evaluate(coveredControls)).toEqual([]);
    await canvas.hover();
    await page.mouse.wheel(0, 4000);
    // The wheel over the chart scrolls to the end of the page.
    await expect.poll(() => canvas.evaluate(roomBelow)).toBeLessThan(2);
  });
}

test('every control on the way to becoming a customer can be reached, in a window of every size', async ({
  page,
  stage,
}) => {
  const { url } = stage.product;
  const found: Record<string, string[]> = {};
  /** Something that opened, or whose window changed, is placed anew some frames later. */
  const note = async (where: string, faults: () => Promise<string[]>): Promise<void> => {
    await expect
      .poll(faults)
      .toEqual([])
      .catch(async () => {
        found[where] = await faults();
      });
  };
  const look = async (where: string): Promise<void> => {
    for (const [size, viewport] of Object.entries(SIZES)) {
      await page.setViewportSize(viewport);
      await note(`${where}, ${size}`, async () => [
        ...(await page.evaluate(coveredControls)),
        ...(await page.evaluate(tooWide)),
        ...(await page.evaluate(keptAbove)),
      ]);
    }
    await page.setViewportSize({ width: 1440, height: 900 });
  };
  await openPage(page, `${url}/sign-up`);
  await look('sign-up');
  const who = { email: 'moi.cua.so@mua.demo', phone: '0988787878', fullName: 'Nguyễn Văn Sổ' };
  await signUp(page, url, { ...who, language: 'vi' });
  await openPage(page, `${url}/account-overview/ekyc`);
  const steps = page.getByTestId('application').getByRole('navigation').getByRole('button');
  await expect(steps).toHaveCount(4);
  await steps.nth(0).click();
  await look('document');
  await page.getByTestId('application-CITIZEN_CARD').check();
  for (const [at, name] of ['document', 'photos', 'details', 'address'].entries()) {
    await steps.nth(at).click();
    await look(name);
  }
  const speak = (language: string) => page.addInitScript((one) => localStorage.setItem('i18nextLng', one), language);
  await speak('en');
  await page.reload();
  await expect(page.getByTestId('application-provinceId')).toBeEnabled();
  await look('address in English');
  for (const [size, viewport] of Object.entries(SIZES)) {
    await page.setViewportSize(viewport);
    await page.getByTestId('application-provinceId').click();
    await expect(page.getByRole('dialog').getByRole('textbox')).toBeVisible();
    await note(`the choice of a province, ${size}`, () => page.evaluate(outOfView));
    await page.keyboard.press('Escape');
  }
  await page.route('**/api/investor/registration', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, json: { ...(await answer.json()), ...DISAGREEING } });
  });
  for (const language of ['vi', 'en']) {
    await speak(language);
    await page.goto(`${url}/account-overview/ekyc?step=DETAILS`);
    await expect(page.locator('[data-slot="chip"]')).toHaveCount(5);
    await look(`details with differences, ${language}`);
  }
  expect(found).toEqual({});
});

/** As long as values get: two readings of each field that do not agree. */
const DISAGREEING = {
  fields: {
    ...{ documentType: 'CITIZEN_CARD', frontImageId: 'front-image', backImageId: 'back-image' },
    ...{ fullName: 'Nguyễn Văn Sổ', idNumber: '001099000000', nationality: 'VNM', dateOfBirth: '1999-01-15' },
  },
  reading: {
    fields: {
      fullName: { value: 'CÔNG TẰNG TÔN NỮ THỊ HUYỀN TRANG NGỌC ÁNH', source: 'QR', confidence: 1 },
      idNumber: { value: '001099012345', source: 'QR', confidence: 1 },
    },
    differences: [
      { field: 'idNumber', values: [{ source: 'MRZ', value: '001099012346' }] },
      { field: 'nationality', values: [{ source: 'MRZ', value: 'GBR' }] },
      { field: 'dateOfBirth', values: [{ source: 'MRZ', value: '1999-01-16' }] },
    ],
    isExpired: false,
    age: 26,
  },
};

/** Runs in the page: returns what is wider than its room: the document, what scrolls up and down, a chosen word. */
function tooWide(): string[] {
  const isIn = (element: Element): boolean => element.closest('nav, [data-testid="chart"]') === null;
  const scrollers = [...document.querySelectorAll('html, main, main div')].filter(
    (element) => isIn(element) && (element.tagName === 'HTML' || getComputedStyle(element).overflowY === 'auto'),
  );
  const words = document.querySelectorAll('main :is([role="radio"], [data-slot="chip"], [data-slot="badge"])');
  const wide = [...scrollers, ...words].filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth);
  const outside = [
    ...document.querySelectorAll<HTMLElement>('main [data-slot="chip"], main [data-slot="field"] > *'),
  ].filter(
    (element) =>
      element.getBoundingClientRect().right > (element.parentElement?.getBoundingClientRect().right ?? 0) + 1,
  );
  const name = (element: Element) => element.textContent?.slice(0, 30) || element.className;
  return [
    ...wide.map((element) => `${name(element)}: ${element.scrollWidth} px in ${element.clientWidth}`),
    ...outside.map((element) => `${name(element)} leaves its place`),
  ];
}

/** Runs in the page: returns what of an open list is out of view: where one searches, and the first row. */
function outOfView(): string[] {
  return ['input', '[role="option"]'].filter((part) => {
    const { top, bottom } = document.querySelector(`[role="dialog"] ${part}`)?.getBoundingClientRect() ?? new DOMRect();
    return top === bottom || top < 0 || bottom > window.innerHeight;
  });
}

/** Runs in the page: returns what keeps its place above a page that is too low for it. */
function keptAbove(): string[] {
  if (window.innerHeight >= 576 || window.innerWidth >= 1024) return [];
  const main = document.querySelector('main');
  for (const element of document.querySelectorAll('main, main *')) element.scrollTop = 9999;
  const top = main?.getBoundingClientRect().top ?? 0;
  const way = document.querySelector('main nav:has(a)')?.getBoundingClientRect();
  return way && way.bottom > top + 1 ? [`the way between account pages still takes ${way.bottom - top} px`] : [];
}

/** Runs in the page: returns how far an element's scroll container can still scroll. */
function roomBelow(element: HTMLElement | SVGElement): number {
  let scroller = element.parentElement;
  while (scroller && getComputedStyle(scroller).overflowY !== 'auto') scroller = scroller.parentElement;
  return scroller ? scroller.scrollHeight - scroller.clientHeight - scroller.scrollTop : 0;
}

/** Runs in the page: returns controls that a press would miss after scrolling to them. */
function coveredControls(): string[] {
  const controls = [...document.querySelectorAll<HTMLElement>('header, main, nav')].flatMap((part) => [
    ...part.querySelectorAll<HTMLElement>('button:not(:disabled), a[href^="/"], input, [role="tab"]'),
  ]);
  return controls
    .filter((control) => control.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
    .filter((control) => control.getBoundingClientRect().width > 1)
    .filter((control) => {
      control.scrollIntoView({ block: 'center', inline: 'center' });
      const { left, top, width, height } = control.getBoundingClientRect();
      const hit = document.elementFromPoint(left + width / 2, top + height / 2);
      return !(hit && (control.contains(hit) || hit.closest('label')?.contains(control)));
    })
    .map((control) => control.ariaLabel ?? control.textContent ?? control.outerHTML);
}
