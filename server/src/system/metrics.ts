/** Metrics of the process, for the machine itself or the holder of the token. */
import { createHash, timingSafeEqual } from 'node:crypto';
import { type IntervalHistogram, monitorEventLoopDelay } from 'node:perf_hooks';
import type { FastifyInstance } from 'fastify';
import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { Clock } from '#ground/clock.ts';
import type { Load } from '#ground/load.ts';
import { isLoopback } from '#http/client-address.ts';
import { sendError } from '#http/error-reply.ts';
import type { ProjectionLag } from '#journal/projection-lag.ts';
import type { Projector } from '#journal/projector.ts';
import type { Scrub } from '#journal/scrub.ts';
import type { Sequencer } from '#journal/sequencer.ts';
import { replyError } from '#refusals/reply-error.ts';

export interface Metrics {
  readonly registry: Registry;
  /** Measures the time until a submitted command is durable. */
  readonly timed: (submit: Sequencer['submit']) => Sequencer['submit'];
  readonly sockets: Gauge<'feed'>;
  close(): void;
}

export function createMetrics(sequencer: Sequencer, load: Load, recoverySeconds: number): Metrics {
  const registry = new Registry();
  const registers = [registry];
  const delay = monitorEventLoopDelay({ resolution: 10 });
  delay.enable();
  gaugeEventLoop(registry, delay);
  gaugeLoad(registry, load);
  new Gauge({
    name: 'mua_commands_not_durable',
    help: 'Commands executed and not yet on disk',
    registers,
    collect() {
      this.set(sequencer.state.seq - sequencer.durableSeq);
    },
  });
  new Gauge({
    name: 'mua_oldest_command_seconds',
    help: 'How long the oldest command that is not on disk has waited',
    registers,
    collect() {
      this.set(sequencer.waitingMs / 1000);
    },
  });
  new Gauge({
    name: 'mua_journal_seq',
    help: 'Last durable position of the journal',
    registers,
    collect() {
      this.set(sequencer.durableSeq);
    },
  });
  new Gauge({
    name: 'mua_venue_connected',
    help: 'Whether the link to an exchange is up: 1 or 0',
    labelNames: ['venue'],
    registers,
    collect() {
      for (const { name, isConnected } of sequencer.state.venues.values())
        this.set({ venue: name }, Number(isConnected));
    },
  });
  new Gauge({
    name: 'mua_start_seconds',
    help: 'When this process started, in seconds since 1970',
    registers,
  }).set(Math.round(performance.timeOrigin / 1000));
  new Gauge({
    name: 'mua_recovery_seconds',
    help: 'How long this start took until the journal was replayed',
    registers,
  }).set(recoverySeconds);
  new Gauge({
    name: 'mua_memory_bytes',
    help: 'Resident memory of the process',
    registers,
    collect() {
      this.set(process.memoryUsage.rss());
    },
  });
  const commitSeconds = new Histogram({
    name: 'mua_commit_seconds',
    help: 'From submission to durability',
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5],
    registers,
  });
  return {
    registry,
    timed: (submit) => async (body, sender) => {
      const stop = commitSeconds.startTimer();
      const step = await submit(body, sender);
      stop();
      return step;
    },
    sockets: new Gauge({ name: 'mua_sockets', help: 'Open feed connections', labelNames: ['feed'], registers }),
    close: () => delay.disable(),
  };
}

/** The read tables, where they are filled. */
export function gaugeProjector(registry: Registry, projector: Pick<Projector, 'seq' | 'lagMs' | 'onWritten'>): void {
  const registers = [registry];
  new Gauge({
    name: 'mua_projected_seq',
    help: 'Journal position that the read tables have',
    registers,
    collect() {
      this.set(projector.seq);
    },
  });
  gaugeProjectionLag(registry, projector);
  const seconds = new Histogram({
    name: 'mua_projection_seconds',
    help: 'From the disk to the read tables',
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.2, 0.5, 1, 5],
    registers,
  });
  projector.onWritten(({ lagMs }) => seconds.observe(lagMs / 1000));
}

/** Of whoever fills the read tables, and of whoever reads them where another process does. */
export function gaugeProjectionLag(registry: Registry, projection: ProjectionLag): void {
  new Gauge({
    name: 'mua_projection_lag_seconds',
    help: 'How long the oldest batch that the read tables have not has been on disk',
    registers: [registry],
    collect() {
      this.set(projection.lagMs / 1000);
    },
  });
}

/** The slow verification of the journal. */
export function gaugeScrub(registry: Registry, scrub: Omit<Scrub, 'verify' | 'stop'>): void {
  const gauge = (name: string, help: string, value: () => number): void => {
    new Gauge({
      name,
      help,
      registers: [registry],
      collect() {
        this.set(value());
      },
    });
  };
  gauge('mua_scrub_seq', 'Where the verification under way is; 0 between two', () => scrub.reachedSeq);
  gauge('mua_scrub_completed_seconds', 'When the last one ended, in seconds since 1970; 0 before the first', () =>
    Math.round(scrub.completedMs / 1000),
  );
  gauge('mua_journal_damaged', 'Whether it found the journal damaged: 1 or 0', () => Number(scrub.damage !== null));
}

/** The product's clock, by which days end. */
export function gaugeClock(registry: Registry, clock: Pick<Clock, 'aheadMs'>): void {
  new Gauge({
    name: 'mua_clock_ahead_seconds',
    help: 'How far the product’s time is ahead of the machine’s, which was set back',
    registers: [registry],
    collect() {
      this.set(clock.aheadMs / 1000);
    },
  });
}

function gaugeEventLoop(registry: Registry, delay: IntervalHistogram): void {
  new Gauge({
    name: 'mua_event_loop_delay_seconds',
    help: 'Delay of the event loop since the reading before',
    labelNames: ['quantile'],
    registers: [registry],
    collect() {
      this.set({ quantile: '0.5' }, delay.percentile(50) / 1e9);
      this.set({ quantile: '0.99' }, delay.percentile(99) / 1e9);
      this.set({ quantile: '1' }, delay.max / 1e9);
      delay.reset();
    },
  });
}

function gaugeLoad(registry: Registry, load: Load): void {
  const registers = [registry];
  new Gauge({
    name: 'mua_late_seconds',
    help: 'For how long every round of the event loop has been long',
    registers,
    collect() {
      this.set(load.lateMs / 1000);
    },
  });
  new Counter({
    name: 'mua_shed_total',
    help: 'What was not done because too much came, or because nobody waited for it any more',
    labelNames: ['reason'],
    registers,
    collect() {
      this.reset();
      for (const [reason, count] of load.shed) this.inc({ reason }, count);
    },
  });
}

export function bindMetrics(app: FastifyInstance, metrics: Pick<Metrics, 'registry'>, token: string | undefined): void {
  app.get('/metrics', { schema: { hide: true } }, async (request, reply) => {
    if (!isLoopback(request.raw) && !hasToken(request.headers.authorization, token)) {
      return sendError(replyError('NotFound', {}), request, reply);
    }
    return reply.type(metrics.registry.contentType).send(await metrics.registry.metrics());
  });
}

function hasToken(authorization: string | undefined, token: string | undefined): boolean {
  if (token === undefined || authorization === undefined) return false;
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(authorization), digest(`Bearer ${token}`));
}
