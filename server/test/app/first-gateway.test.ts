/** A gateway that is started before any engine has served: it has no key that anybody knows, and waits to be held to one. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { pino } from 'pino';
import { expect, onTestFinished, test, vi } from 'vitest';
import { runGateway } from '#app/gateway.ts';
import { createShutdown } from '#app/shutdown.ts';
import { readConfig } from '#ground/config.ts';
import { createSecrets } from '#ground/secrets.ts';
import { IDENTITY_KEY, PICTURE_KEY, sealKey, WrongKeyError } from '#identity/security/key-seal.ts';
import { freshDatabaseUrl, serverRole } from '#test/fixtures/database.ts';

test('it goes on when an engine has sealed its keys, and is refused with others', async () => {
  const url = await freshDatabaseUrl();
  const dataDir = mkdtempSync(join(tmpdir(), 'mua-first-gateway-'));
  const pool = new pg.Pool({ connectionString: url, max: 1 });
  const shutdown = createShutdown(() => {});
  onTestFinished(async () => {
    await shutdown.closeAll();
    await pool.end();
    rmSync(dataDir, { recursive: true });
  });
  const said: string[] = [];
  let isOver = false;
  const running = runGateway({
    config: readConfig([], {
      ...{ ROLE: 'gateway', DATA_DIR: dataDir, PORT: '0', BUS_URL: 'nats://127.0.0.1:9' },
      DATABASE_APP_URL: serverRole(url).server,
    }),
    ...{ shutdown, log: pino({ level: 'silent' }), say: (message) => said.push(message), banks: [] },
    ...{ webFolder: '/nowhere', version: '0.0.0', crash: () => {} },
  }).finally(() => {
    isOver = true;
  });
  running.catch(() => {});
  await vi.waitUntil(
    () => said.includes('Waiting for an engine to prepare the database: none has served yet') || isOver,
  );
  await sealKey(pool, createSecrets("the engine's identity key"), IDENTITY_KEY);
  expect(isOver).toBe(false);
  await sealKey(pool, createSecrets("the engine's picture key"), PICTURE_KEY);
  await expect(running).rejects.toThrow(WrongKeyError);
});
