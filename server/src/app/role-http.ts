/** What a process that serves no people answers over HTTP: its figures, to the machine itself. */
import Fastify from 'fastify';
import type { Registry } from 'prom-client';
import type { Config } from '#ground/config.ts';
import { bindMetrics } from '#system/metrics.ts';

export interface RoleHttp {
  readonly address: string;
  close(): Promise<void>;
}

export async function openRoleHttp({ host, port }: Config, registry: Registry): Promise<RoleHttp> {
  const app = Fastify();
  bindMetrics(app, { registry }, undefined);
  const address = await app.listen({ host, port });
  return { address, close: () => app.close() };
}
