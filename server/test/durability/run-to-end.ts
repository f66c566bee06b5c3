/** Runs the built product, or one of its commands, when it is expected to end by itself; returns exit code and output. */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

export const MAIN = fileURLToPath(new URL('../../dist/app/main.js', import.meta.url));

export interface Ended {
  readonly code: number | null;
  readonly output: string;
}

export function runToEnd(
  settings: Readonly<Record<string, string>>,
  program: readonly string[] = [MAIN],
): Promise<Ended> {
  const child = spawn(process.execPath, program, { env: { ...process.env, ...settings } });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
  }
  return new Promise((resolve) => child.on('close', (code) => resolve({ code, output })));
}
