/**
 * What a process answers over HTTP that serves no people, or does not yet: whether it does its work, and its figures to
 * the machine itself. `/health/ready` is 200 also while it waits, since a spare that waits for its turn is as it should
 * be.
 */
import Fastify from 'fastify';
import { Gauge, Registry } from 'prom-client';
import type { Config } from '#ground/config.ts';
import { sendError } from '#http/error-reply.ts';
import type { ReplyError } from '#refusals/reply-error.ts';
import { bindMetrics } from '#system/metrics.ts';

export interface RoleHealth {
  /** Undefined while nothing is wrong. */
  trouble(): ReplyError | undefined;
  /** Undefined while it does its work. */
  waitsFor(): 'engine' | 'turn' | undefined;
}

export interface RoleHttp {
  readonly address: string;
  close(): Promise<void>;
}

export async function openRoleHttp(
  { host, port, role }: Pick<Config, 'host' | 'port' | 'role'>,
  health: RoleHealth,
  registry = new Registry(),
): Promise<RoleHttp> {
  // An engine whose turn it is waits for nobody who keeps a connection open.
  const app = Fastify({ forceCloseConnections: true });
  app.get('/health/live', () => ({ status: 'live', role }));
  app.get('/health/ready', (request, reply) => {
    const trouble = health.trouble();
    if (trouble) return sendError(trouble, request, reply);
    const waitsFor = health.waitsFor();
    return reply.send(waitsFor ? { status: 'waits', role, waitsFor } : { status: 'ready', role });
  });
  new Gauge({
    name: 'mua_role_in_trouble',
    help: 'Whether a process that serves no people can’t do its work: 1 or 0',
    labelNames: ['role'],
    registers: [registry],
    collect() {
      this.set({ role }, Number(health.trouble() !== undefined));
    },
  });
  bindMetrics(app, { registry }, undefined);
  const address = await app.listen({ host, port });
  return { address, close: () => app.close() };
}
