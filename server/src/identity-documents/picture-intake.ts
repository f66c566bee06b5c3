/**
 * Takes pictures that people send: only JPEG and PNG, and never a byte of what was sent. A picture is decoded in a child
 * with limits and written anew, so nothing that hides in a file or behind it gets any further, and a decoder that is led
 * astray holds no secret and ends with its process.
 */
import { PICTURE_FAULTS } from '@mua/contract/entities/registration';
import type { Fault } from '@mua/contract/picture-faults';
import { z } from 'zod';
import { runLimitedChild } from '#identity-documents/limited-child.ts';
import { refuseByHeader } from '#identity-documents/picture-header.ts';
import { busy, invalidType, type Refusal } from '#identity-documents/refusal.ts';
import { createWaitingLine } from '#identity-documents/waiting-line.ts';

export interface IntakenPicture {
  readonly jpeg: Buffer;
  readonly width: number;
  readonly height: number;
  /** Advice: nothing is refused for them. */
  readonly faults: readonly Fault[];
}

const LIMITS = { workSeconds: 8, deadlineMs: 25_000, memoryMb: 256, answerBytes: 24 * 1024 * 1024 };
/** Of a process that starts from sources: the loader's own work, and memory, is not the picture's. */
const OF_SOURCES = { ...LIMITS, workSeconds: 12, memoryMb: 384 };
const AT_ONCE = 2;
const MOST_WAITING = 30;
const RETRY_SECONDS = 5;

/** What a child says is looked at like what a stranger says: its decoder may have been led astray. */
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
    .max(5),
});

const line = createWaitingLine(AT_ONCE, MOST_WAITING);

export async function intakePicture(bytes: Buffer): Promise<IntakenPicture | Refusal> {
  return refuseByHeader(bytes) ?? (await line(() => decode(bytes))) ?? busy(RETRY_SECONDS);
}

async function decode(bytes: Buffer): Promise<IntakenPicture | Refusal> {
  const limits = import.meta.url.endsWith('.ts') ? OF_SOURCES : LIMITS;
  const { end, frames } = await runLimitedChild('./intake-worker', import.meta.url, [bytes], limits);
  const [facts, jpeg] = frames;
  if (end === 'FAILED') return invalidType('BROKEN');
  // The machine had no time or no memory for it; nothing is wrong with the picture.
  if (end === 'TIME' || end === 'KILLED') return busy(RETRY_SECONDS);
  if (end !== 'FINISHED' || !facts || !jpeg) return invalidType('TOO_COSTLY');
  return { ...FACTS.parse(JSON.parse(facts.toString())), jpeg };
}
