/**
 * Journals of earlier releases must give the same state for ever. If a test fails: raise ENGINE_VERSION and say why.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type Command, createEngineState, ENGINE_VERSION, execute, stateHash } from '@mua/core/engine';
import { describe, expect, test } from 'vitest';
import { HASHES } from '#test/golden/hashes.ts';

const folder = fileURLToPath(new URL('.', import.meta.url));
const journals = readdirSync(folder).filter((name) => name.endsWith('.jsonl'));

function untag(_key: string, value: unknown): unknown {
  const isTag = typeof value === 'object' && value !== null && '$n' in value;
  return isTag ? BigInt(String(value.$n)) : value;
}

describe('golden journals', () => {
  test('there are some', () => expect(journals.length).toBeGreaterThan(0));

  test.each(journals)('%s replays to its state', (name) => {
    const [head = '', ...lines] = readFileSync(`${folder}${name}`, 'utf8').trim().split('\n');
    const state = createEngineState();
    for (const line of lines) execute(state, JSON.parse(line, untag) as Command);
    const since = HASHES[name]?.filter(({ engine }) => engine <= ENGINE_VERSION).at(-1);
    expect(stateHash(state)).toBe((since ?? JSON.parse(head)).stateHash);
    expect(lines.length).toBeGreaterThan(300);
  });
});
