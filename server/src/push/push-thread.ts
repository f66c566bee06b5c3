/** Has pushes sent by a thread, which begins with the first one; if it dies, they are tried again like any that failed. */
import { createAnsweringThread } from '#ground/answering-thread.ts';
import { startWorker } from '#ground/worker-threads.ts';
import type { PushOutcome, SendPush } from '#push/push-sender.ts';
import type { Vapid } from '#push/vapid.ts';

type Sent = Parameters<SendPush>;

export interface PushQuestion {
  readonly to: Sent[0];
  readonly message: Sent[1];
  readonly how: Sent[2];
}

export interface PushThread {
  readonly send: SendPush;
  close(): Promise<void>;
}

export function createPushThread(vapid: Vapid): PushThread {
  const { ask, close } = createAnsweringThread<PushQuestion, PushOutcome>(() => startWorker('push/push-worker', vapid));
  return { send: (to, message, how) => ask({ to, message, how }), close };
}
