/**
 * Writes a golden journal: `node --import tsx core/test/golden/record.ts <name> <seed> <commands>`. New ones are added
 * with releases; existing ones are replayed for ever and never rewritten.
 */
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { stateHash } from '@mua/core/engine';
import { recordSimulation } from '#test/simulator/long-journal.ts';

const [name = '', seed = '1', wanted = '1000'] = process.argv.slice(2);
const { commands, state } = recordSimulation(Number(seed), Number(wanted));
const tagged = (_key: string, value: unknown): unknown =>
  typeof value === 'bigint' ? { $n: value.toString() } : value;
const lines = commands.map((command) => JSON.stringify(command, tagged));
const file = fileURLToPath(new URL(`./${name}.jsonl`, import.meta.url));
writeFileSync(file, `${JSON.stringify({ stateHash: stateHash(state) })}\n${lines.join('\n')}\n`);
