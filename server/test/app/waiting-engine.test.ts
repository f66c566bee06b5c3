/** An engine that waits for its turn can be watched, and gives its port to the server that it becomes. */
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { type EngineBus, openEngineBus } from '#app/engine-bus.ts';
import { createShutdown } from '#app/shutdown.ts';
import { readConfig } from '#ground/config.ts';
import { claimDataDir } from '#ground/data-dir.ts';
import { freePort } from '#ground/free-port.ts';
import { tradedDatabase } from '#test/fixtures/journal.ts';
import { HAS_NATS, type NatsServer, startNats } from '#test/fixtures/nats-server.ts';

let nats: NatsServer | undefined;
beforeAll(async () => {
  if (HAS_NATS) nats = await startNats();
});
afterAll(() => nats?.clear());

/** One that waits behind the engine of a database in which was traded. */
async function waitingEngine(
  settings: Record<string, string> = {},
): Promise<{ engine: EngineBus; port: number; toldAddress: string }> {
  const { url } = await tradedDatabase();
  const dataDir = mkdtempSync(join(tmpdir(), 'mua-waiting-'));
  const port = await freePort();
  const config = readConfig([], {
    ...{ ROLE: 'engine', DATA_DIR: dataDir, PORT: String(port) },
    ...{ BUS_URL: nats?.url, DATABASE_URL: url, ...settings },
  });
  claimDataDir(config);
  const shutdown = createShutdown(() => {});
  const fail = (error: unknown): never => {
    throw error;
  };
  const log = pino({ level: 'silent' });
  const engine = await openEngineBus(config, shutdown, { say: () => {}, log, onFatal: fail });
  if (!engine) throw new Error('an engine with a bus has none');
  const pool = new pg.Pool({ connectionString: url, max: 1 });
  onTestFinished(async () => {
    await shutdown.closeAll();
    await pool.end();
    rmSync(dataDir, { recursive: true });
  });
  await engine.turn.whenBusy(pool, async () => {});
  return { engine, port, toldAddress: readFileSync(join(dataDir, 'run', 'address'), 'utf8') };
}

test.skipIf(!HAS_NATS)(
  'it tells that it waits, and takes no calls (skipped where nats-server is not installed)',
  async () => {
    const { engine, port, toldAddress } = await waitingEngine();
    expect(toldAddress).toBe(`http://127.0.0.1:${port}`);
    const ask = async (path: string) => {
      const reply = await fetch(`${toldAddress}${path}`);
      return { status: reply.status, text: await reply.text() };
    };
    expect(await ask('/health/live')).toEqual({ status: 200, text: '{"status":"live","role":"engine"}' });
    expect(await ask('/health/ready')).toEqual({
      status: 200,
      text: '{"status":"waits","role":"engine","waitsFor":"turn"}',
    });
    expect((await ask('/metrics')).text).toContain('mua_role_in_trouble{role="engine"} 0');
    expect((await ask('/api/market/contracts')).status).toBe(404);
    await engine.turn.takeOver();
  },
);

test.skipIf(!HAS_NATS)('its turn waits for no connection, and its port is free (skipped as above)', async () => {
  const { engine, port } = await waitingEngine();
  const half = connect(port, '127.0.0.1');
  half.on('error', () => {});
  half.write('GET /health/live HTTP/1.1\r\nhost: x\r\n');
  await once(half, 'connect');
  // What was said before has been read.
  await fetch(`http://127.0.0.1:${port}/health/live`);
  await engine.turn.takeOver();
  const next = createServer().listen(port, '127.0.0.1');
  await once(next, 'listening');
  next.close();
  half.destroy();
});

test.skipIf(!HAS_NATS)('one that could not serve at its turn does not wait for it (skipped as above)', async () => {
  await expect(waitingEngine({ PROOF_KEY_FILE: '/nowhere/proof-key.pem' })).rejects.toThrow(/^PROOF_KEY_FILE: /);
});
