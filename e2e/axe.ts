/**
 * Asks axe what is wrong with what a page shows. Its source is read into a document once, which takes several times as
 * long as to look: the library for this driver reads it with each look.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';
import type axe from 'axe-core';

const SOURCE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

declare global {
  interface Window {
    readonly axe?: typeof axe;
  }
}

export interface Look {
  /** Only what is within; else the whole page. */
  readonly within?: string | undefined;
  /** Only these; else all. */
  readonly rules?: readonly string[];
}

/** Of a page that always moves the last look counts. */
const MOST_LOOKS = 10;

/**
 * A sentence for each rule that is broken gravely, with where. What is found while something begins to move is looked at
 * again: an element that fades in has no contrast yet, and a colour on its way to another one belongs to no theme. Toasts
 * are left out: one may be fading.
 */
export async function graveViolations(page: Page, { within, rules }: Look): Promise<readonly string[]> {
  const asked = { include: within === undefined ? [] : [[within]], rules: rules ? [...rules] : null };
  for (let look = 1; ; look += 1) {
    if (!(await page.evaluate(() => window.axe !== undefined))) await page.evaluate(SOURCE);
    const { grave, hasMoved } = await page.evaluate(lookAtRest, asked);
    if (grave.length === 0 || !hasMoved || look === MOST_LOOKS) return grave;
  }
}

interface Asked {
  readonly include: string[][];
  readonly rules: string[] | null;
}

/** Runs in the page. One animation that ends may have made room for the next; endless ones (a spinner) are not awaited. */
async function lookAtRest({ include, rules }: Asked): Promise<{ grave: string[]; hasMoved: boolean }> {
  const moving = () =>
    document
      .getAnimations()
      .filter(({ playState, effect }) => playState === 'running' && effect?.getComputedTiming().endTime !== Infinity);
  // A window that was just made another size is laid out anew a frame later.
  for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
  for (let now = moving(); now.length > 0; now = moving()) await Promise.allSettled(now.map((each) => each.finished));
  let hasMoved = false;
  const watching = new AbortController();
  for (const start of ['transitionrun', 'animationstart'])
    document.addEventListener(start, () => (hasMoved = true), { signal: watching.signal });
  const ground = { exclude: [['[data-sonner-toast]']], ...(include.length > 0 ? { include } : {}) };
  const only = rules ? { runOnly: { type: 'rule' as const, values: rules } } : {};
  const found = await window.axe?.run(ground, { resultTypes: ['violations'], iframes: false, ...only });
  // What began last is told with the next picture.
  await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
  watching.abort();
  const violations = found?.violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
  const grave = violations?.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(' | ')}`);
  // Without an answer nothing was looked at.
  return { grave: grave ?? ['axe'], hasMoved };
}
