/** What a client sends on a socket is anything at all; here it becomes a parsed request and one acknowledgement. */
import type { ReplyCode } from '@mua/contract/errors';
import type { Acknowledgement } from '@mua/contract/feeds/messages';
import type { Socket } from 'socket.io';
import type { z } from 'zod';
import { ReplyError, replyError } from '#refusals/reply-error.ts';

export interface MessageRate {
  take(key: string): boolean;
}

/**
 * Of a subscription that a later request of its socket replaced or ended while it was made ready. It is answered as every
 * request is, and as refused: whoever asked must not take it for the one that counts.
 */
export function overtaken(): ReplyError {
  return replyError('Unprocessable', {});
}

/** Answers once: `{ok: true, seq}` when the handler begins, `{ok: false, code}` when it throws before that. */
export function onRequest<S extends z.ZodType>(
  socket: Socket,
  options: {
    readonly event: string;
    readonly schema: S;
    readonly rate: MessageRate;
    /** `begin` answers the client before anything else is sent; whoever does not begin throws. */
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
