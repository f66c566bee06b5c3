/**
 * Sends pushes beside the server's own thread: to encrypt one and to send it takes a third of a millisecond, and
 * thousands are due at once where thousands of alerts wait at one price.
 */
import { workerData } from 'node:worker_threads';
import { answerQuestions } from '#ground/answering-thread.ts';
import { createPushSender } from '#push/push-sender.ts';
import type { PushQuestion } from '#push/push-thread.ts';
import type { Vapid } from '#push/vapid.ts';

const send = createPushSender(workerData as Vapid);

answerQuestions(({ to, message, how }: PushQuestion) => send(to, message, how));
