/**
 * A process that executes a journal from its standard input and prints the result: one line of JSON. An empty line
 * begins the next simulation. Started by determinism.test.ts with a time zone and a language.
 */
import { createHash } from 'node:crypto';
import { createInterface } from 'node:readline';
import { type Command, createEngineState, execute, stateHash } from '@mua/core/engine';

/** What the engine must not notice, and what it made of the journal. */
export interface Execution {
  readonly minutesToUtc: number;
  readonly language: string;
  readonly commands: number;
  readonly kinds: readonly string[];
  readonly stateHashes: readonly string[];
  readonly eventsDigest: string;
}

const digest = createHash('sha256');
const kinds = new Set<string>();
const stateHashes: string[] = [];
let state = createEngineState();
let commands = 0;

function tag(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? { $n: value.toString() } : value;
}

function untag(_key: string, value: unknown): unknown {
  const isTag = typeof value === 'object' && value !== null && '$n' in value;
  return isTag ? BigInt(String(value.$n)) : value;
}

for await (const line of createInterface({ input: process.stdin })) {
  if (line === '') {
    stateHashes.push(stateHash(state));
    state = createEngineState();
    continue;
  }
  const command = JSON.parse(line, untag) as Command;
  kinds.add(command.kind);
  commands += 1;
  digest.update(JSON.stringify(execute(state, command), tag)).update('\n');
}
const execution: Execution = {
  minutesToUtc: new Date('2026-11-20').getTimezoneOffset(),
  language: new Intl.DateTimeFormat().resolvedOptions().locale,
  commands,
  kinds: [...kinds].sort(),
  stateHashes,
  eventsDigest: digest.digest('hex'),
};
console.log(JSON.stringify(execution));
