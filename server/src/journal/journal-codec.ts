/** Encodes commands and snapshots as JSON text. JSON has no bigint: it is written as `{"$n":"123"}`. */
import type { Command, CommandBody, EngineSnapshot } from '@mua/core/engine';

const BIGINT_MARK = '{"$n":';

function tagBigint(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? { $n: value.toString() } : value;
}

function untagBigint(_key: string, value: unknown): unknown {
  const isTag = typeof value === 'object' && value !== null && '$n' in value && typeof value.$n === 'string';
  return isTag ? BigInt(value.$n as string) : value;
}

/** One command per line. */
export function encodeCommands(commands: readonly Command[]): string {
  return commands.map((command) => JSON.stringify(command, tagBigint)).join('\n');
}

export function decodeCommands(text: string): Command[] {
  return text.split('\n').map((line) => decode(line) as Command);
}

export function encodeBody(body: CommandBody): string {
  return JSON.stringify(body, tagBigint);
}

export function decodeBody(text: string): CommandBody {
  return decode(text) as CommandBody;
}

export function encodeSnapshot(snapshot: EngineSnapshot): string {
  return JSON.stringify(snapshot, tagBigint);
}

export function decodeSnapshot(text: string): EngineSnapshot {
  return decode(text) as EngineSnapshot;
}

/** The reviver is slow and bigints are rare, so it runs only if there is one. */
function decode(text: string): unknown {
  return text.includes(BIGINT_MARK) ? JSON.parse(text, untagBigint) : JSON.parse(text);
}
