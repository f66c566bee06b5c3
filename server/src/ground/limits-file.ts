/**
 * Reads this installation's limits from the JSON file that LIMITS_FILE names. It runs when the module is loaded, before
 * any module that uses a limit.
 */
import { readFileSync } from 'node:fs';
import { limitFaults, limitSettings, setLimits } from '@mua/contract/limit-settings';
import { HOPELESS } from '#ground/exit-codes.ts';

const file = process.env.LIMITS_FILE?.trim();
if (file) {
  const faults = readAndSet(file);
  if (faults.length > 0) {
    console.error(faults.map((fault) => `LIMITS_FILE ${file}: ${fault}`).join('\n'));
    process.exit(HOPELESS);
  }
}

function readAndSet(path: string): string[] {
  let settings: unknown;
  try {
    settings = JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    return [error instanceof SyntaxError ? `is not JSON: ${error.message}` : String(error)];
  }
  const faults = limitFaults(settings);
  if (faults.length === 0) setLimits(limitSettings.parse(settings));
  return faults;
}
