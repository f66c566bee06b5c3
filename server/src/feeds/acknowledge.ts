/** Parses what a client sends on a socket, which may be anything, and acknowledges it once. */
import type { ReplyCode } from '@mua/contract/errors';
import type { Acknowledgement } from '@mua/contract/feeds/messages';
import type { Socket } from 'socket.io';
import type { z } from 'zod';
import { ReplyError, replyError } from '#refusals/reply-error.ts';

export interface MessageRate {
  take(key: string): boolean;
}

/**
 * The error for a subscription that a later request of the same socket replaced or ended while it was prepared. It is
 * acknowledged as refused, so that the client does not take it for the current one.
 */
export function overtaken(): ReplyError {
  return replyError('Unprocessable', {});
}

/** Acknowledges once: `{ok: true, seq}` when the handler begins, `{ok: false, code}` if it throws before. */
export function onRequest<S extends z.ZodType>(
  socket: Socket,
  options: {
    readonly event: string;
    readonly schema: S;
    readonly rate: MessageRate;
    /** `begin` must be called before anything else is sent; a handler that refuses throws instead. */
    readonly handle: (request: z.infer<S>, begin: (seq: number) => void) => void | Promise<void>;
    readonly onError: (error: unknown) => void;
  },
): void {
  const { event, schema, rate, handle, onError } = options;
  socket.on(event, async (...args: unknown[]) => {
    const last = args.at(-1);
    const acknowledge = typeof last === 'function' ? (answer: Acknowledgement): void => last(answer) : () => {};
    const refuse = (code: ReplyCode): void => acknowledge({ ok: false, code });
    if (!rate.take(socket.id)) return refuse('TooManyRequests');
    const parsed = schema.safeParse(args[0]);
    if (!parsed.success) return refuse('BadRequest');
    try {
      await handle(parsed.data, (seq) => acknowledge({ ok: true, seq }));
    } catch (error) {
      if (!(error instanceof ReplyError)) onError(error);
      refuse(error instanceof ReplyError ? error.code : 'DefaultError');
    }
  });
}
