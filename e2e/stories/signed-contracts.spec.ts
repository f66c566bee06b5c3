/** Papers that were signed: read by their owner, and checked by anybody, whole and touched. */
import { readFile, writeFile } from 'node:fs/promises';
import { expect, expectAccessible, expectContrast, RECORDED, signIn, test } from '#stage.ts';

test.use({ settings: { ...RECORDED, SEED: '31' } });

test('a signed paper is read, taken along and checked; one that was touched is told', async ({ browser, page, stage }, {
  outputPath,
}) => {
  const { url } = stage.product;
  await signIn(page, url);
  await page.goto(`${url}/account-overview/digital-signature`);
  const pages = page.getByTestId('paper-pages');
  await test.step('its words are there for whoever cannot see them, and its pages can be walked through', async () => {
    await expect(pages).toContainText('Nguyễn Văn An');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Trang sau' }).click();
    await expect(page.getByTestId('paper-page')).toContainText('Trang 2');
    await page.getByRole('button', { name: 'Phóng to' }).click();
    await expect(page.getByText('125%')).toBeVisible();
  });
  const taken = testInfo.outputPath('paper.pdf');
  await test.step('it is taken along', async () => {
    const downloading = page.waitForEvent('download');
    await page.getByTestId('paper-download').click();
    await (await downloading).saveAs(taken);
  });
  const bytes = await readFile(taken);
  const added = testInfo.outputPath('added.pdf');
  const changed = testInfo.outputPath('changed.pdf');
  await writeFile(added, Buffer.concat([bytes, Buffer.from('\n% nothing\n')]));
  const touched = Buffer.from(bytes);
  touched.write('XX', 200);
  await writeFile(changed, touched);

  const anybody = await (
    await browser.newContext({ locale: 'en-US', viewport: { width: 390, height: 844 } })
  ).newPage();
  const asked: string[] = [];
  anybody.on('request', (request) => request.method() !== 'GET' && asked.push(request.url()));
  await anybody.goto(`${url}/login`);
  await anybody.getByRole('link', { name: 'Check a contract' }).click();
  await expect(anybody.getByTestId('verify-drop')).toBeVisible();
  for (const [file, verdict] of [
    [taken, 'whole'],
    [added, 'changed'],
    [changed, 'changed'],
    ['package.json', 'unknown'],
  ] as const) {
    await anybody.getByTestId('verify-file').setInputFiles(file);
    await expect(anybody.getByTestId(`verify-${verdict}`)).toBeVisible();
    await expectContrast(anybody);
  }
  await expectAccessible(anybody);
  // Nothing was sent: only hashes were asked about.
  expect(asked.filter((address) => !address.includes('/favicon'))).toEqual([]);
  await anybody.context().close();
});
