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

/** A sentence for each rule that is broken gravely, with where. Toasts are left out: one may be fading at that moment. */
export async function graveViolations(page: Page, { within, rules }: Look): Promise<string[]> {
  if (!(await page.evaluate(() => window.axe !== undefined))) await page.evaluate(SOURCE);
  const asked = { include: within === undefined ? [] : [[within]], rules: rules ? [...rules] : null };
  return page.evaluate(async ({ include, rules: values }) => {
    const ground = { exclude: [['[data-sonner-toast]']], ...(include.length > 0 ? { include } : {}) };
    const only = values ? { runOnly: { type: 'rule' as const, values } } : {};
    const found = await window.axe?.run(ground, { resultTypes: ['violations'], iframes: false, ...only });
    const grave = found?.violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
    // Without an answer nothing was looked at.
    return (
      grave?.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(' | ')}`) ?? ['axe']
    );
  }, asked);
}
