/**
 * Questions over the bus with a schema for each direction, checked where a text arrives. A refusal arrives as the error
 * that it was.
 */
import { errorCode, facts } from '@mua/contract/errors';
import { z } from 'zod';
import { type Bus, NoAnswerError, NotCarriedError } from '#bus/bus.ts';
import { ReplyError, replyError } from '#refusals/reply-error.ts';

/** Whoever was asked has failed, in the words of its error. */
export class AskedFailedError extends Error {}

/** What came is not what was agreed: the two processes are of different releases. */
export class UnreadableError extends Error {}

export interface Question<Asked extends z.ZodType, Told extends z.ZodType> {
  readonly subject: string;
  readonly asked: Asked;
  readonly told: Told;
  readonly withinMs: number;
  /** To ask changes nothing: without an answer there is nothing to wonder about. */
  readonly isRead: boolean;
}

/** Infers the types of both schemas. */
export function defineQuestion<Asked extends z.ZodType, Told extends z.ZodType>(
  question: Question<Asked, Told>,
): Question<Asked, Told> {
  return question;
}

const answer = z.union([
  z.object({ refused: z.object({ code: errorCode, facts, seq: z.int().nullable() }) }),
  z.object({ failed: z.string() }),
  z.object({ told: z.unknown() }),
]);

/**
 * @throws ReplyError ServiceUnavailable: it has not been done, or was only to be read; GatewayTimeout: it may have been
 * done; or whatever was refused
 * @throws AskedFailedError
 * @throws UnreadableError
 */
export async function ask<Asked extends z.ZodType, Told extends z.ZodType>(
  bus: Pick<Bus, 'request'>,
  { subject, told, withinMs, isRead }: Question<Asked, Told>,
  asked: z.input<Asked>,
): Promise<z.output<Told>> {
  const text = await bus.request(subject, JSON.stringify(asked), withinMs).catch((error: unknown) => {
    if (error instanceof NotCarriedError || (isRead && error instanceof NoAnswerError))
      throw replyError('ServiceUnavailable', {});
    throw error instanceof NoAnswerError ? replyError('GatewayTimeout', {}) : error;
  });
  const read = checked(answer, fromJson(text, subject), subject);
  if ('told' in read) return checked(told, read.told, subject);
  if ('failed' in read) throw new AskedFailedError(`${subject}: ${read.failed}`);
  throw new ReplyError(read.refused.code, read.refused.facts, read.refused.seq);
}

/** Returns how to stop. */
export function answerTo<Asked extends z.ZodType, Told extends z.ZodType>(
  bus: Pick<Bus, 'serve'>,
  { subject, asked }: Question<Asked, Told>,
  tell: (asked: z.output<Asked>) => z.input<Told> | Promise<z.input<Told>>,
): () => void {
  return bus.serve(subject, async (text) => {
    try {
      return JSON.stringify({ told: await tell(readAs(asked, text, subject)) });
    } catch (error) {
      if (error instanceof ReplyError) {
        const { code, facts: of, seq } = error;
        return JSON.stringify({ refused: { code, facts: of, seq } });
      }
      return JSON.stringify({ failed: error instanceof Error ? error.message : String(error) });
    }
  });
}

/** @throws UnreadableError */
export function readAs<T extends z.ZodType>(schema: T, text: string, subject: string): z.output<T> {
  return checked(schema, fromJson(text, subject), subject);
}

function checked<T extends z.ZodType>(schema: T, value: unknown, subject: string): z.output<T> {
  const read = schema.safeParse(value);
  if (read.success) return read.data;
  throw new UnreadableError(`${subject}: ${z.prettifyError(read.error)}`);
}

function fromJson(text: string, subject: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new UnreadableError(`${subject}: no JSON`);
  }
}
