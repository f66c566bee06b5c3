/**
 * Accepts uploaded pictures: JPEG and PNG only, and none of the uploaded bytes are kept. A picture is decoded in a
 * child process with limits and encoded anew, so nothing hidden in the file or appended to it goes any further, and a
 * compromised decoder holds no secrets and ends with its process.
 */
import { PICTURE_FAULTS } from '@mua/contract/entities/registration';
import type { Fault } from '@mua/contract/picture-faults';
import { z } from 'zod';
import { RUNS_SOURCES } from '#ground/server-files.ts';
import { runLimitedChild } from '#identity-documents/limited-child.ts';
import { refuseByHeader } from '#identity-documents/picture-header.ts';
import { busy, invalidType, type Refusal } from '#identity-documents/refusal.ts';
import { createWaitingLine } from '#identity-documents/waiting-line.ts';

export interface IntakenPicture {
  readonly jpeg: Buffer;
  readonly width: number;
  readonly height: number;
  /** Advice only: no picture is refused for its faults. */
  readonly faults: readonly Fault[];
}

const LIMITS = { workSeconds: 8, deadlineMs: 25_000, memoryMb: 256, threads: 1, answerBytes: 24 * 1024 * 1024 };
/** Limits when running from source: the loader's time and memory come on top of the picture's. */
const OF_SOURCES = { ...LIMITS, workSeconds: 12, memoryMb: 384 };
const AT_ONCE = 2;
const MOST_WAITING = 30;
const RETRY_SECONDS = 5;

/** The child's output is validated like a stranger's input: its decoder may have been compromised. */
const FACTS = z.object({
  width: z.int().positive().max(10_000),
  height: z.int().positive().max(10_000),
  faults: z
    .array(
      z.object({
        code: z.enum(PICTURE_FAULTS),
        measured: z.number(),
        limit: z.number(),
      }),
    )
    .max(PICTURE_FAULTS.length),
});

const line = createWaitingLine(AT_ONCE, MOST_WAITING);

export async function intakePicture(bytes: Buffer): Promise<IntakenPicture | Refusal> {
  return refuseByHeader(bytes) ?? (await line(() => decode(bytes))) ?? busy(RETRY_SECONDS);
}

async function decode(bytes: Buffer): Promise<IntakenPicture | Refusal> {
  const limits = RUNS_SOURCES ? OF_SOURCES : LIMITS;
  const { end, frames } = await runLimitedChild('identity-documents/intake-worker', [bytes], limits);
  const [facts, jpeg] = frames;
  if (end === 'FAILED') return invalidType('BROKEN');
  // The machine was short of time or memory; the picture is not at fault.
  if (end === 'TIME' || end === 'KILLED') return busy(RETRY_SECONDS);
  if (end !== 'FINISHED' || !facts || !jpeg) return invalidType('TOO_COSTLY');
  return { ...FACTS.parse(JSON.parse(facts.toString())), jpeg };
}
