/**
 * The steps that became durable while somebody reads: kept once for all who do, from where the first of them began, and
 * not at all while nobody does.
 */
import type { DurableStep } from '#journal/sequencer.ts';

export interface StepsMeanwhile {
  hear(steps: readonly DurableStep[]): void;
  /** Keeps what comes from now on, until `end` is called. */
  begin(): Reading;
}

export interface Reading {
  /** What has come since it began. */
  steps(): readonly DurableStep[];
  end(): void;
}

export function createStepsMeanwhile(): StepsMeanwhile {
  let kept: DurableStep[] = [];
  /** How many were let go of before the first that is kept. */
  let gone = 0;
  /** How many had come when each began, in order. */
  const readings = new Map<Reading, number>();

  function letGo(): void {
    const [oldest] = readings.values();
    const unwanted = oldest === undefined ? kept.length : oldest - gone;
    // Not with each that ends: thousands end one after another.
    if (unwanted < kept.length / 2) return;
    kept = kept.slice(unwanted);
    gone += unwanted;
  }

  return {
    hear(steps) {
      if (readings.size > 0) kept.push(...steps);
    },
    begin() {
      const before = gone + kept.length;
      const reading: Reading = {
        steps: () => kept.slice(before - gone),
        end() {
          if (readings.delete(reading)) letGo();
        },
      };
      readings.set(reading, before);
      return reading;
    },
  };
}
