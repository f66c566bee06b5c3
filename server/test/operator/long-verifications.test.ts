/** A verification that takes longer than an answer may: the operator's command says how far it is, and prints the end. */
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { ownerPool } from '#test/fixtures/database.ts';
import { whileHeld } from '#test/fixtures/held-rows.ts';
import { OPERATOR_TOKEN, type Platform, signedIn, startPlatform } from '#test/fixtures/platform.ts';

const COMMAND = fileURLToPath(new URL('../../../tools/operator.mjs', import.meta.url));

/** As a server's own, with what its operator needs. */
const dataDir = mkdtempSync(join(tmpdir(), 'mua-operator-'));
let platform: Platform;
beforeAll(async () => {
  platform = await startPlatform({ limits: { answerMs: 300, ordersPerSecond: 1e6, ordersBurst: 1e6 } });
  mkdirSync(join(dataDir, 'run'));
  writeFileSync(join(dataDir, 'run', 'address'), await platform.listen());
  writeFileSync(join(dataDir, 'run', 'operator-token'), OPERATOR_TOKEN);
  // Longer than a page.
  const an = await signedIn(platform, 'an@mua.demo');
  for (let made = 0; made < 300; made += 1)
    await an.post('/api/order/108C000001-01/cancel', { orderId: 'AAAAAAAAAAAAAAAA' });
});
afterAll(async () => {
  await platform.close();
  rmSync(dataDir, { recursive: true });
});

function operate(...words: string[]) {
  const child = spawn(process.execPath, [COMMAND, ...words, '--data-dir', dataDir]);
  const said = { output: '', progress: '' };
  child.stdout.on('data', (text: Buffer) => {
    said.output += text.toString();
  });
  child.stderr.on('data', (text: Buffer) => {
    said.progress += text.toString();
  });
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
  return { said, ended };
}

test.each([
  ['audit', 'audit_row', /^\d{3} rows, each follows from the one before/],
  ['journal', 'journal_batch', /^\d+ commands in \d+ batches, as they were written/],
])('of the %s is waited for', async (noun, table, end) => {
  const hold = `lock table ${table} in access exclusive mode`;
  const { said, ended } = await whileHeld(ownerPool(platform.database), hold, async () => {
    const command = operate(noun, 'verify');
    // More answers than one that can't wait any longer.
    await vi.waitUntil(() => (command.said.progress.match(/^· \d+ of \d+$/gm) ?? []).length > 2, 20_000);
    return command;
  });
  expect([await ended, said.output]).toEqual([0, expect.stringMatching(end)]);
});
