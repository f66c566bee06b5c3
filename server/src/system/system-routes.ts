/** Routes about the server: liveness and readiness, configuration, and moving a manual clock. */
import { moveClock, readExtraInfo, readLive, readReady } from '@mua/contract/http/system';
import type { Clock } from '#ground/clock.ts';
import { type Config, isDevAllowed } from '#ground/config.ts';
import { type Bind, type Handler, ok } from '#http/bind-route.ts';
import { isLoopback } from '#http/client-address.ts';
import type { Sequencer } from '#journal/sequencer.ts';
import { replyError } from '#refusals/reply-error.ts';
import type { Health } from '#system/health.ts';
import { instantText } from '#wire/wire-text.ts';

/** Moves everything that depends on the engine's time, and resolves when all that is due is durable. */
export type MoveClock = (toMs: number) => Promise<void>;

export function bindSystemRoutes(
  bind: Bind,
  deps: {
    readonly config: Config;
    readonly clock: Clock;
    readonly sequencer: Sequencer;
    readonly version: string;
    /** In a demo: the offered sign-in. */
    readonly demoSignIn: { readonly username: string; readonly password: string } | null;
    readonly trouble: Health['trouble'];
    readonly moveClock: MoveClock | undefined;
  },
): void {
  const { config, clock, sequencer, version } = deps;
  const engineTimeMs = (): number => Math.max(clock.nowMs(), sequencer.state.timeMs);

  bind(readLive, () => ok({ status: 'live' as const }), { isUrgent: true });
  const ready: Handler<typeof readReady> = () => {
    const trouble = deps.trouble();
    if (trouble) throw trouble;
    return ok({
      status: 'ready' as const,
      mode: config.mode,
      venue: config.venue.kind,
      seq: sequencer.durableSeq,
      engineTimeMs: engineTimeMs(),
    });
  };
  bind(readReady, ready, { isUrgent: true });
  bind(readExtraInfo, () =>
    ok({
      version,
      mode: config.mode,
      venue: config.venue.kind,
      marketHours: config.marketHours,
      clock: config.clock,
      engineTime: instantText(engineTimeMs()),
      demoSignIn: deps.demoSignIn,
    }),
  );
  const move: Handler<typeof moveClock> = async ({ body, request }) => {
    // Only a demo with a manual clock has this route, and only for local callers.
    if (!isDevAllowed(config) || !deps.moveClock || !isLoopback(request.raw)) throw replyError('NotFound', {});
    const toMs = 'toMs' in body ? body.toMs : clock.nowMs() + body.advanceMs;
    if (toMs < clock.nowMs()) throw replyError('Unprocessable', {});
    await deps.moveClock(toMs);
    return ok({ engineTimeMs: engineTimeMs(), seq: sequencer.durableSeq });
  };
  // It brings on everything that is due until then.
  bind(moveClock, move, { isSlow: true });
}
