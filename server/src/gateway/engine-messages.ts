/** What gateways and the engine tell each other over the bus. Both are of one release, or of two that follow each other. */
import { STOPPAGES, type Stoppage } from '@mua/contract/entities/stoppage';
import { ERRORS, type ReplyCode } from '@mua/contract/errors';
import type { CommandBody } from '@mua/core/engine';
import { z } from 'zod';
import { defineQuestion } from '#bus/questions.ts';
import type { StoredText } from '#journal/journal.ts';
import { decodeBody, encodeBody } from '#journal/journal-codec.ts';
import { JournalBusyError } from '#refusals/journal-busy.ts';
import { ReplyError } from '#refusals/reply-error.ts';

export const JOURNAL = 'journal';
export const ENGINE_ALIVE = 'engine.alive';
/** A gateway says that it lives, and for how long it has not heard of the engine. */
export const GATEWAY_ALIVE = 'gateway.alive';
/** An engine has got its turn, and does not serve yet: it may take long, and is not to be fenced for that. */
export const ENGINE_STARTING = 'engine.starting';
/** An engine waits for its turn, and the database answers it. */
export const CANDIDATE_ALIVE = 'engine.candidate';
/** How far the read tables are. */
export const PROJECTOR_ALIVE = 'projector.alive';

/** The epoch stands in the subject: a frozen engine that wakes must not get what is meant for its successor. */
export const submitTo = (epoch: number): string => `engine.${epoch}.submit`;
/** Asks when everything that was submitted, and what came of it, is on disk. */
export const settleAt = (epoch: number): string => `engine.${epoch}.settle`;
/** Asks what became of an order. */
export const fateAt = (epoch: number) =>
  defineQuestion({
    subject: `engine.${epoch}.fate`,
    asked: z.object({ accountId: z.string(), clientOrderId: z.string() }),
    told: z.enum(['executed', 'unsure', 'absent']),
    ...{ withinMs: 2_000, isRead: true },
  });

/** A command on its way. */
export interface Submission {
  readonly submissionId: string;
  readonly body: CommandBody;
  /** How long an execution is wanted from when it was sent; clocks of machines differ. Null: however late. */
  readonly withinMs: number | null;
  /** The same by the engine's own clock, which it tells; undefined where it does not, in the release before. */
  readonly untilMs?: number | undefined;
}

/** As text, so that whoever gathers them knows how long they are. */
export function encodeSubmission({ submissionId, body, withinMs, untilMs }: Submission): string {
  return JSON.stringify([submissionId, withinMs, encodeBody(body), ...(untilMs === undefined ? [] : [untilMs])]);
}

const submissions = z.array(z.tuple([z.string().max(100), z.number().nullable(), z.string(), z.number().optional()]));

/** @throws ZodError */
export function decodeSubmissions(text: string): Submission[] {
  return submissions
    .parse(JSON.parse(text))
    .map(([submissionId, withinMs, body, untilMs]) => ({ submissionId, withinMs, untilMs, body: decodeBody(body) }));
}

const refusal = z.union([
  z.object({ busy: z.string(), why: z.enum(STOPPAGES).default('SILENT') }),
  z.object({
    code: z.custom<ReplyCode>((code) => typeof code === 'string' && code in ERRORS),
    facts: z.record(z.string(), z.union([z.string(), z.number()])),
    seq: z.number().nullable(),
  }),
]);

/** Why a command was not executed. */
type Refusal = z.infer<typeof refusal>;

/** It is a repetition, and what it speaks of is on disk at that seq. */
const repetition = z.object({ knownAt: z.number() });

/** Nobody knows why: it stands in the engine's log. */
const failure = z.object({ failed: z.string() });

/** What became of a command of which the journal tells nothing. */
export type Unwritten = Refusal | z.infer<typeof repetition> | z.infer<typeof failure>;

export function unwrittenBy(error: unknown): Unwritten {
  if (error instanceof JournalBusyError) return { busy: error.message, why: error.why };
  if (error instanceof ReplyError) return { code: error.code, facts: error.facts, seq: error.seq };
  return { failed: error instanceof Error ? error.message : String(error) };
}

export function errorOf(refused: Exclude<Unwritten, { knownAt: number }>): Error {
  if ('failed' in refused) return new Error(`the engine failed: ${refused.failed}`);
  if ('busy' in refused) return new JournalBusyError(refused.busy, refused.why);
  return new ReplyError(refused.code, refused.facts, refused.seq);
}

const unwritten = z.array(z.tuple([z.string(), z.union([repetition, refusal, failure])]));

/** By request id. Those that are not named are in the journal. */
export function decodeUnwritten(text: string): [string, Unwritten][] {
  return unwritten.parse(JSON.parse(text));
}

export interface Alive {
  readonly epoch: number;
  /** Of its last batch on disk. */
  readonly seq: number;
  /** So much comes that it has refused some a moment ago. */
  readonly isCrowded: boolean;
  /** Of the clock by which it decides what comes too late. */
  readonly clockMs?: number | undefined;
  /** What keeps it from taking orders. */
  readonly stoppage?: Stoppage | undefined;
}

// The release before says neither whether it is crowded nor what its clock shows or what stops it; the next one may know
// other reasons.
const alive = z.object({
  ...{ epoch: z.number(), seq: z.number(), isCrowded: z.boolean().default(false) },
  clockMs: z.number().optional(),
  stoppage: z.enum(STOPPAGES).optional().catch('SILENT'),
});

export function decodeAlive(text: string): Alive {
  return alive.parse(JSON.parse(text));
}

const candidate = z.object({
  /** Of its replica. */
  seq: z.number(),
  /** Nobody's commits are answered: a standby is missing that they wait for, or the log's disk hangs. */
  commitsWait: z.boolean(),
});
export type Candidate = z.infer<typeof candidate>;

/** Undefined of the release before, which says nothing more than that it is there. */
export function decodeCandidate(text: string): Candidate | undefined {
  return text === '' ? undefined : candidate.parse(JSON.parse(text));
}

const projectorAlive = z.object({ seq: z.number() });

export function decodeProjectorAlive(text: string): z.infer<typeof projectorAlive> {
  return projectorAlive.parse(JSON.parse(text));
}

const gatewayAlive = z.object({
  /** How long it has not heard of the engine though it could; where it never did, as long as it could. */
  silentMs: z.number(),
  /** How long it could. The release before does not say. */
  hearingMs: z.number().optional(),
});

/** JSON has no infinity, which is what a time is that never began. */
export function encodeGatewayAlive({
  silentMs,
  hearingMs,
}: {
  readonly silentMs: number;
  readonly hearingMs: number;
}): string {
  const finite = (ms: number): number => Math.min(ms, Number.MAX_SAFE_INTEGER);
  return JSON.stringify({ silentMs: finite(silentMs), hearingMs: finite(hearingMs) });
}

export function decodeGatewayAlive(text: string): z.infer<typeof gatewayAlive> {
  return gatewayAlive.parse(JSON.parse(text));
}

const batch = z.object({
  ...{ firstSeq: z.number(), lastSeq: z.number(), engineVersion: z.number(), commandText: z.string() },
  ...{ digest: z.string(), previousHash: z.string(), hash: z.string() },
});
const named = z.object({ lastSeq: z.number() });

/** A batch too long for the bus is only named: it is read from the database. */
export function decodeBatch(text: string): StoredText | { readonly lastSeq: number } {
  return z.union([batch, named]).parse(JSON.parse(text));
}
