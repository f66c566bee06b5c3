/**
 * A desk of a cluster whose parts are killed one after the other: its trader sees a short silence, and nothing else. Runs
 * in `npm run prove`, where nats-server is installed.
 */
// Not the stage's: what the browser notes of answers that never came is no alarm here.
import { expect, type Page, test } from '@playwright/test';
import { openDesk, sendOrder } from '#stage.ts';
import { HAS_NATS } from '../../../server/test/fixtures/nats-server.ts';
import { RunningCluster } from '../../../server/test/fixtures/running-cluster.ts';

const CODE = 'ZCEH27';
/** The exchange is left out: that its link is down is to be told. */
const PARTS = ['engine', 'database', 'standby', 'gateway-1', 'nats', 'market', 'projector'];

let cluster: RunningCluster | undefined;
test.afterAll(() => cluster?.clear());

test('whatever is killed, the desk goes on by itself, and every order is placed', async ({ page }) => {
  test.skip(!HAS_NATS, 'needs nats-server');
  test.setTimeout(600_000);
  cluster = await RunningCluster.start({ gateways: 2, settings: { SEED: '5' } });
  const thrown: string[] = [];
  page.on('pageerror', (error) => thrown.push(String(error)));
  await noteAlarms(page);
  await openDesk(page, cluster.url, { language: 'en', username: 'an@mua.demo', code: CODE });
  const placed = async (): Promise<number> => {
    const reply = await page.request.get(`${cluster?.url}/api/order/108C000001-01/query`);
    return (await reply.json()).items.length;
  };
  for (const [killed, part] of PARTS.entries())
    await test.step(part, async () => {
      await cluster?.kill(part);
      await expect(page.getByTestId('network-indicator').first()).toHaveAttribute('data-state', 'good');
      await sendOrder(page, CODE);
      await expect.poll(placed).toBe(killed + 1);
    });
  expect([...(await alarms(page)), ...thrown]).toEqual([]);
});

/** Whatever is said as an alarm from now on, also where it is gone again a moment later. */
async function noteAlarms(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const said: string[] = [];
    Object.assign(window, { saidAlarms: said });
    const note = (node: Node): void => {
      if (!(node instanceof Element)) return;
      for (const one of [node, ...node.querySelectorAll('*')])
        if (one.matches('[role="alert"], [data-sonner-toast][data-type="error"]')) said.push(one.textContent ?? '');
    };
    new MutationObserver((changes) => {
      for (const { addedNodes } of changes) for (const node of addedNodes) note(node);
    }).observe(document, { subtree: true, childList: true });
  });
}

function alarms(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => Reflect.get(window, 'saidAlarms'));
}
