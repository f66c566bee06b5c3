/** The server itself: liveness, configuration, its clock, and socket tickets. */
import { z } from 'zod';
import { defineRoute } from '#route.ts';
import { instant, seq, timeMs } from '#wire.ts';

export const MODES = ['demo', 'live'] as const;
export const VENUES = ['simulated', 'recorded'] as const;
export const MARKET_HOURS = ['always', 'real'] as const;
export const CLOCKS = ['system', 'manual'] as const;

export const readLive = defineRoute({
  method: 'GET',
  path: '/health/live',
  atRoot: true,
  access: 'public',
  purpose: 'Answers while the process runs.',
  replies: { 200: z.object({ status: z.literal('live') }) },
  errors: [],
});

export const readReady = defineRoute({
  method: 'GET',
  path: '/health/ready',
  atRoot: true,
  access: 'public',
  purpose: 'Answers 200 only while orders are accepted.',
  replies: {
    200: z
      .object({
        status: z.literal('ready'),
        mode: z.enum(MODES),
        venue: z.enum(VENUES),
        /** Last durable position of the journal. */
        seq,
        engineTimeMs: timeMs,
      })
      .meta({ id: 'Readiness' }),
  },
  errors: ['ServiceUnavailable', 'JOURNAL_UNAVAILABLE', 'DatabaseConnectionError', 'DiskNearlyFull'],
});

export const readExtraInfo = defineRoute({
  method: 'GET',
  path: '/system/extra-info',
  access: 'public',
  purpose: 'Returns which product, market and clock the server runs.',
  replies: {
    200: z
      .object({
        version: z.string().max(64),
        mode: z.enum(MODES),
        venue: z.enum(VENUES),
        marketHours: z.enum(MARKET_HOURS),
        clock: z.enum(CLOCKS),
        engineTime: instant,
        /** The sign-in offered to a demo's visitors; null in live mode. */
        demoSignIn: z.object({ username: z.string(), password: z.string() }).nullable(),
      })
      .meta({ id: 'ExtraInfo' }),
  },
  errors: [],
});

/** The longest jump of the manual clock: one year and a day. */
const MAX_ADVANCE_MS = 366 * 24 * 3600 * 1000;

export const moveClock = defineRoute({
  method: 'POST',
  path: '/dev/clock',
  access: 'public',
  audit: 'none',
  purpose: 'Moves engine, jobs, codes and sessions of a manual clock together and answers when all due is durable.',
  body: z
    .union([
      z.strictObject({ advanceMs: timeMs.max(MAX_ADVANCE_MS) }),
      /** Not before the engine's present time: 422. */
      z.strictObject({ toMs: timeMs }),
    ])
    .meta({ id: 'MoveClockRequest' }),
  replies: { 200: z.object({ engineTimeMs: timeMs, seq }).meta({ id: 'ClockReply' }) },
  errors: ['Unprocessable'],
});

export const drawSocketTicket = defineRoute({
  method: 'POST',
  path: '/session/socket-ticket',
  access: 'investor',
  scope: 'account',
  audit: 'soon',
  purpose: 'Gives a ticket for one connection of the acting investor to the investor feed, good for 30 seconds.',
  body: z.strictObject({}),
  replies: { 200: z.object({ ticket: z.string().min(1).max(200), expiresAt: instant }).meta({ id: 'SocketTicket' }) },
  errors: [],
});
