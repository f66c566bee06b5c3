/**
 * Measures what a second window of the same browser adds: the memory that Chromium's processes have for themselves, and
 * the sockets that it opens, which are none. The desk is open in the first window, a chart in the second, both under a
 * full market.
 */
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser, Page } from '@playwright/test';
import type { Figure } from '#figure.ts';
import { closeScenes, openDesk } from '#web-scenes.ts';

/** What is cached on the way to a window is there, and its garbage gone. */
const AT_REST_MS = 5_000;

export async function measureWindows(): Promise<Figure[]> {
  const { page, close } = await openDesk();
  try {
    await settle([page]);
    const before = await privateMb(page);
    const opened = page.context().waitForEvent('page');
    const code = new URL(page.url()).pathname.split('/').at(-1);
    await page.evaluate((path) => window.open(path, '_blank', 'popup,width=960,height=640'), `/window/chart/${code}`);
    const second = await opened;
    let sockets = 0;
    second.on('websocket', () => {
      sockets += 1;
    });
    await second.getByRole('application').waitFor();
    await settle([page, second]);
    return [
      { id: 'windows.second', unit: 'MB', value: (await privateMb(page)) - before, target: 60, better: 'min' },
      { id: 'windows.second-sockets', unit: '', value: sockets, target: 0, better: 'min' },
    ];
  } finally {
    await close();
  }
}

export const finishWindows = closeScenes;

async function settle(pages: readonly Page[]): Promise<void> {
  await sleep(AT_REST_MS);
  for (const page of pages) {
    const session = await page.context().newCDPSession(page);
    await session.send('HeapProfiler.collectGarbage');
    await session.detach();
  }
}

/** Memory that no other process shares, of all processes of the browser. */
async function privateMb(page: Page): Promise<number> {
  const browser = page.context().browser() as Browser;
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  await session.detach();
  return processInfo.reduce((sum, { id }) => sum + privateKb(id), 0) / 1_000;
}

function privateKb(processId: number): number {
  const rollup = readFileSync(`/proc/${processId}/smaps_rollup`, 'utf8');
  const found = [...rollup.matchAll(/^Private_(?:Clean|Dirty):\s+(\d+) kB$/gm)];
  return found.reduce((sum, [, kilobytes]) => sum + Number(kilobytes), 0);
}
