/**
 * Brings commands to the engine, each under an id by which it is executed once. What the bus loses is sent again until
 * its time is over, to a successor too. That a command is done is told by the replica, and of what is never written by
 * the engine's answer.
 */
import { randomBytes } from 'node:crypto';
import type { CommandBody } from '@mua/core/engine';
import { type Bus, MESSAGE_LIMIT, NotCarriedError } from '#bus/bus.ts';
import {
  decodeUnwritten,
  encodeSubmission,
  errorOf,
  type Submission,
  submitTo,
  type Unwritten,
} from '#gateway/engine-messages.ts';
import type { Clock } from '#ground/clock.ts';
import type { Load } from '#ground/load.ts';
import { outsideRequests } from '#ground/own-request.ts';
import { makeTheSame, type NamedOrder, OrdersUnderWay, ordersOf } from '#journal/named-orders.ts';
import type { DurableStep, Sender } from '#journal/sequencer.ts';
import { JournalBusyError } from '#refusals/journal-busy.ts';
import { replyError } from '#refusals/reply-error.ts';

/** A command is sent again for so long. */
const GIVE_UP_MS = 10_000;
/** An answer that takes longer is lost, or the engine is; doubled with each try. */
const ANSWER_MS = 1_000;
const NOT_CARRIED_MS = 100;
const DOUBLED_MOST = 4;
/** Brackets, and what else stands around the commands of a message. */
const ROOM = MESSAGE_LIMIT - 1_024;

interface Waiting {
  readonly resolve: (step: DurableStep) => void;
  readonly reject: (error: Error) => void;
}

interface Pending {
  readonly submissionId: string;
  readonly body: CommandBody;
  readonly sender: Sender | undefined;
  readonly sinceMs: number;
  /** Its sender, and whoever has sent the same order again meanwhile. */
  readonly waiting: Waiting[];
  /** It has, or may have, reached an engine. */
  isCarried: boolean;
  /** Not sent again before; Infinity while an answer is waited for, or the replica is. */
  againMs: number;
  tries: number;
}

interface Message {
  readonly texts: string[];
  readonly those: Pending[];
  bytes: number;
}

export interface CourierOptions {
  readonly bus: Bus;
  /** By whose clock senders say until when they wait. */
  readonly load: Load;
  readonly steady: Pick<Clock, 'nowMs'>;
  /** Of the engine that serves now. */
  readonly epoch: () => number | undefined;
  /** What its clock shows: a command that is late there is late, however long it was under way. */
  readonly engineClockMs: () => number | undefined;
  /** The answer to a command that is known once the replica has that seq. */
  readonly repetitionAt: (seq: number, body: CommandBody) => Promise<DurableStep | undefined>;
}

export class Courier {
  private readonly gatewayId = randomBytes(9).toString('base64url');
  private readonly pending = new Map<string, Pending>();
  private readonly underWay = new OrdersUnderWay();
  private outgoing: Pending[] = [];
  private whenIdle: (() => void)[] = [];
  private count = 0;
  private readonly options: CourierOptions;

  constructor(options: CourierOptions) {
    this.options = options;
  }

  get size(): number {
    return this.pending.size;
  }

  /** How long the oldest command has been under way, in ms; 0 if none is. */
  get waitingMs(): number {
    const [oldest] = this.pending.values();
    return oldest ? this.options.steady.nowMs() - oldest.sinceMs : 0;
  }

  /** Rejects with RpcTimeoutError if it may have been executed, with RpcRequestError if it has not been. */
  submit(body: CommandBody, sender: Sender | undefined): Promise<DurableStep> {
    return new Promise((resolve, reject) => {
      this.count += 1;
      const one: Pending = {
        ...{ submissionId: `${this.gatewayId}-${this.count}`, body, sender, sinceMs: this.options.steady.nowMs() },
        ...{ waiting: [{ resolve, reject }], isCarried: false, againMs: 0, tries: 0 },
      };
      this.pending.set(one.submissionId, one);
      this.underWay.add(body);
      this.send(one);
    });
  }

  carries(order: NamedOrder): boolean {
    return this.underWay.has(order);
  }

  /** What becomes of a command under way that makes the same order; undefined if none is. */
  join(body: CommandBody): Promise<DurableStep> | undefined {
    if (!ordersOf(body).some((order) => this.carries(order))) return undefined;
    const one = [...this.pending.values()].find((other) => makeTheSame(other.body, body));
    return one && new Promise((resolve, reject) => one.waiting.push({ resolve, reject }));
  }

  /** The replica has executed a step; whoever sent its command has the answer. */
  executed(step: DurableStep): void {
    const { submissionId } = step.command;
    const one = submissionId === undefined ? undefined : this.pending.get(submissionId);
    if (one) this.answer(one, step);
  }

  /** Another engine has the journal: what is not done yet goes there. */
  sendAllAgain(): void {
    for (const one of this.pending.values()) this.send(one);
  }

  /** To be called now and then: sends what was lost again, and gives up. */
  look(): void {
    const nowMs = this.options.steady.nowMs();
    for (const one of this.pending.values()) {
      if (nowMs - one.sinceMs > GIVE_UP_MS)
        this.fail(one, replyError(one.isCarried ? 'RpcTimeoutError' : 'RpcRequestError', {}));
      else if (nowMs >= one.againMs) this.send(one);
    }
  }

  /** Resolves when nothing is under way. */
  idle(): Promise<void> {
    if (this.pending.size === 0) return Promise.resolve();
    return new Promise((resolve) => {
      this.whenIdle.push(resolve);
    });
  }

  private send(one: Pending): void {
    one.againMs = Number.POSITIVE_INFINITY;
    this.outgoing.push(one);
    // What one turn of the event loop brings goes in one message, or in as few as it fits.
    if (this.outgoing.length === 1) outsideRequests(() => setImmediate(() => this.sendOutgoing()));
  }

  private sendOutgoing(): void {
    const wanted = this.outgoing.filter((one) => this.pending.has(one.submissionId) && this.isWanted(one));
    this.outgoing = [];
    let message: Message = { texts: [], those: [], bytes: 0 };
    for (const one of wanted) {
      const text = encodeSubmission({ submissionId: one.submissionId, body: one.body, ...this.deadlineOf(one) });
      const bytes = Buffer.byteLength(text) + 1;
      if (message.bytes + bytes > ROOM && message.bytes > 0) {
        void this.request(message);
        message = { texts: [], those: [], bytes: 0 };
      }
      message.texts.push(text);
      message.those.push(one);
      message.bytes += bytes;
    }
    if (message.bytes > 0) void this.request(message);
  }

  private deadlineOf({ sender }: Pending): Pick<Submission, 'withinMs' | 'untilMs'> {
    if (!sender) return { withinMs: null };
    const withinMs = sender.untilMs - this.options.load.nowMs();
    const clockMs = this.options.engineClockMs();
    return { withinMs, untilMs: clockMs === undefined ? undefined : clockMs + withinMs };
  }

  private isWanted(one: Pending): boolean {
    if (one.isCarried || !one.sender?.isGone()) return true;
    this.options.load.noteShed('gone');
    this.fail(one, new JournalBusyError('its sender has gone'));
    return false;
  }

  private async request({ texts, those }: Message): Promise<void> {
    const epoch = this.options.epoch();
    if (epoch === undefined) return this.tryAgain(those, NOT_CARRIED_MS);
    const uncarried = those.filter((one) => !one.isCarried);
    // Until something else is known.
    for (const one of uncarried) one.isCarried = true;
    try {
      const answer = await this.options.bus.request(submitTo(epoch), `[${texts.join(',')}]`, ANSWER_MS);
      // Of one that was superseded meanwhile: its successor is sent it again (`sendAllAgain`), and what counts is its word.
      if (this.options.epoch() !== epoch) return;
      for (const [submissionId, told] of decodeUnwritten(answer)) void this.end(submissionId, told);
    } catch (error) {
      const isCarried = !(error instanceof NotCarriedError);
      if (!isCarried) for (const one of uncarried) one.isCarried = false;
      this.tryAgain(those, isCarried ? ANSWER_MS : NOT_CARRIED_MS);
    }
  }

  private tryAgain(those: readonly Pending[], afterMs: number): void {
    for (const one of those) {
      one.againMs = this.options.steady.nowMs() + afterMs * 2 ** Math.min(one.tries, DOUBLED_MOST);
      one.tries += 1;
    }
  }

  private async end(submissionId: string, told: Unwritten): Promise<void> {
    const one = this.pending.get(submissionId);
    if (!one) return;
    if (!('knownAt' in told)) return this.fail(one, errorOf(told));
    const step = await this.options.repetitionAt(told.knownAt, one.body);
    if (step && this.pending.has(submissionId)) this.answer(one, step);
  }

  private answer(one: Pending, step: DurableStep): void {
    this.leave(one);
    for (const { resolve } of one.waiting) resolve(step);
  }

  private fail(one: Pending, error: Error): void {
    this.leave(one);
    for (const { reject } of one.waiting) reject(error);
  }

  private leave({ submissionId, body }: Pending): void {
    this.pending.delete(submissionId);
    this.underWay.remove(body);
    if (this.pending.size > 0) return;
    const waiting = this.whenIdle;
    this.whenIdle = [];
    for (const resolve of waiting) resolve();
  }
}
