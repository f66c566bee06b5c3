/** Takes measurements in a working page: frames, long tasks, and the delay of interactions. */
import type { Page } from '@playwright/test';

export interface PageReading {
  readonly fps: number;
  /** 0 if none was over 50 ms: shorter ones are not reported. */
  readonly longestTaskMs: number;
  /** Time from input to the next paint, at the 98th percentile of the interactions; 0 if none took 16 ms. */
  readonly interactionMs: number;
}

/** Measures for a time, while `act` uses the page as a person would. */
export async function readWhile(page: Page, durationMs: number, act: () => Promise<void>): Promise<PageReading> {
  const reading = page.evaluate(readFrames, durationMs);
  const acting = act();
  const { frames, seconds, longestTaskMs, interactions } = await reading;
  await acting;
  const sorted = interactions.sort((a, b) => a - b);
  const interactionMs = sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * 0.98))] ?? 0;
  return { fps: frames / seconds, longestTaskMs, interactionMs };
}

/** Runs in the page. */
async function readFrames(durationMs: number) {
  let longestTaskMs = 0;
  const slowest = new Map<number, number>();
  const tasks = new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) longestTaskMs = Math.max(longestTaskMs, duration);
  });
  tasks.observe({ type: 'longtask' });
  const events = new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const { interactionId = 0, duration } = entry as PerformanceEntry & { interactionId?: number };
      if (interactionId > 0) slowest.set(interactionId, Math.max(slowest.get(interactionId) ?? 0, duration));
    }
  });
  events.observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit);
  const startedAt = performance.now();
  let frames = 0;
  while (performance.now() - startedAt < durationMs) {
    await new Promise((next) => requestAnimationFrame(next));
    frames += 1;
  }
  const seconds = (performance.now() - startedAt) / 1000;
  tasks.disconnect();
  events.disconnect();
  return { frames, seconds, longestTaskMs, interactions: [...slowest.values()] };
}
