/**
 * What the server was told, parsed once. Flags have environment twins (conventions, "Running"); empty counts as
 * unset. Everything that is wrong is said at once, before anything starts.
 */
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { SCENARIO_NAMES } from '@mua/contract/http/operator';
import { RECORDING_SPEED } from '@mua/contract/http/recording';
import { z } from 'zod';
import type { ScenarioToBegin } from '#venue/simulated/scenario-board';

const FLAGS = {
  host: 'HOST',
  port: 'PORT',
  'data-dir': 'DATA_DIR',
  'database-url': 'DATABASE_URL',
  mode: 'MODE',
  'market-hours': 'MARKET_HOURS',
  seed: 'SEED',
  venue: 'VENUE',
  recording: 'RECORDING',
  'recording-contract': 'RECORDING_CONTRACT',
  'recording-speed': 'RECORDING_SPEED',
  scenario: 'SCENARIO',
  'scenario-contract': 'SCENARIO_CONTRACT',
  clock: 'CLOCK',
  'public-url': 'PUBLIC_URL',
} as const;

const settings = z.object({
  HOST: z.string().default('127.0.0.1'),
  PORT: z.coerce.number().int().min(0).max(65_535).default(8080),
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  MODE: z.enum(['demo', 'live']).default('demo'),
  MARKET_HOURS: z.enum(['always', 'real']).default('always'),
  SEED: z.coerce.number().int().min(0).max(0xffff_ffff).default(1),
  VENUE: z.enum(['simulated', 'recorded']).default('simulated'),
  RECORDING: z.string().optional(),
  RECORDING_CONTRACT: z.string().optional(),
  RECORDING_SPEED: z.coerce.number().min(RECORDING_SPEED.least).max(RECORDING_SPEED.greatest).default(1),
  SCENARIO: z.enum(SCENARIO_NAMES).optional(),
  SCENARIO_CONTRACT: z.string().optional(),
  CLOCK: z.enum(['system', 'manual']).default('system'),
  PUBLIC_URL: z.url({ protocol: /^https?$/ }).optional(),
});

export interface Config {
  readonly host: string;
  readonly port: number;
  readonly dataDir: string;
  readonly databaseUrl: string | undefined;
  readonly mode: 'demo' | 'live';
  readonly marketHours: 'always' | 'real';
  readonly seed: number;
  readonly venue:
    | { readonly kind: 'simulated'; readonly scenario?: ScenarioToBegin }
    | { readonly kind: 'recorded'; readonly file: string; readonly contractCode: string; readonly speed: number };
  readonly clock: 'system' | 'manual';
  readonly publicUrl: URL | undefined;
}

/** Lists every fault, one a line. */
export class ConfigError extends Error {}

export function readConfig(args: readonly string[], env: Readonly<Record<string, string | undefined>>): Config {
  const given = { ...withoutEmpty(env), ...withoutEmpty(fromFlags(args)) };
  const parsed = settings.safeParse(given);
  const faults = parsed.success
    ? crossChecks(parsed.data)
    : parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
  if (!parsed.success || faults.length > 0) throw new ConfigError(faults.join('\n'));
  const { data } = parsed;
  return {
    host: data.HOST,
    port: data.PORT,
    dataDir: resolve(data.DATA_DIR),
    databaseUrl: data.DATABASE_URL,
    mode: data.MODE,
    marketHours: data.MARKET_HOURS,
    seed: data.SEED,
    venue:
      data.VENUE === 'simulated'
        ? { kind: 'simulated', ...scenarioOf(data) }
        : {
            kind: 'recorded',
            file: resolve(data.RECORDING ?? ''),
            contractCode: data.RECORDING_CONTRACT ?? '',
            speed: data.RECORDING_SPEED,
          },
    clock: data.CLOCK,
    publicUrl: data.PUBLIC_URL === undefined ? undefined : new URL(data.PUBLIC_URL),
  };
}

function scenarioOf({ SCENARIO: name, SCENARIO_CONTRACT: contractCode }: z.infer<typeof settings>): {
  scenario?: ScenarioToBegin;
} {
  if (!name) return {};
  return { scenario: { name, ...(contractCode === undefined ? {} : { contractCode }) } };
}

function crossChecks(data: z.infer<typeof settings>): string[] {
  const faults: string[] = [];
  if (data.VENUE === 'recorded' && !data.RECORDING) faults.push('RECORDING: the recorded venue needs a file');
  if (data.VENUE === 'recorded' && !data.RECORDING_CONTRACT) {
    faults.push('RECORDING_CONTRACT: the recorded venue needs a contract code');
  }
  if (data.VENUE === 'recorded' && data.SCENARIO)
    faults.push('SCENARIO: a recording has no scenarios; VENUE=simulated has');
  if (data.SCENARIO_CONTRACT && !data.SCENARIO) faults.push('SCENARIO_CONTRACT: of which SCENARIO?');
  if (data.CLOCK === 'manual' && data.MODE === 'live') faults.push('CLOCK: a manual clock is for MODE=demo only');
  if (data.MODE === 'live' && data.PUBLIC_URL?.startsWith('http:')) {
    faults.push('PUBLIC_URL: MODE=live needs https');
  }
  return faults;
}

function fromFlags(args: readonly string[]): Record<string, string | undefined> {
  const options = Object.fromEntries(Object.keys(FLAGS).map((flag) => [flag, { type: 'string' as const }]));
  try {
    const { values } = parseArgs({ args: [...args], options, strict: true, allowPositionals: false });
    return Object.fromEntries(Object.entries(FLAGS).map(([flag, name]) => [name, text(values[flag])]));
  } catch (error) {
    throw new ConfigError(error instanceof Error ? error.message : String(error));
  }
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function withoutEmpty(values: Readonly<Record<string, string | undefined>>): Record<string, string> {
  const kept: Record<string, string> = {};
  for (const [name, value] of Object.entries(values)) if (value !== undefined && value !== '') kept[name] = value;
  return kept;
}
