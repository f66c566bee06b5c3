/**
 * Parses the server's settings. Each flag has an environment variable (docs/operating/README.md); blank counts as
 * unset. All faults are reported at once, before anything starts.
 */
import { resolve, sep } from 'node:path';
import { parseArgs } from 'node:util';
import { SCENARIO_NAMES, type ScenarioName } from '@mua/contract/http/operator';
import { RECORDING_SPEED } from '@mua/contract/http/recording';
import { z } from 'zod';
import type { ClientBuild } from '#ground/client-build.ts';

const FLAGS = {
  host: 'HOST',
  port: 'PORT',
  'data-dir': 'DATA_DIR',
  role: 'ROLE',
  'backup-dir': 'BACKUP_DIR',
  'database-url': 'DATABASE_URL',
  mode: 'MODE',
  'market-hours': 'MARKET_HOURS',
  seed: 'SEED',
  venue: 'VENUE',
  'venue-behaviour': 'VENUE_BEHAVIOUR',
  recording: 'RECORDING',
  'recording-contract': 'RECORDING_CONTRACT',
  'recording-speed': 'RECORDING_SPEED',
  scenario: 'SCENARIO',
  'scenario-contract': 'SCENARIO_CONTRACT',
  'simulated-leaders': 'SIMULATED_LEADERS',
  clock: 'CLOCK',
  'free-for-orders-mb': 'FREE_FOR_ORDERS_MB',
  'free-for-changes-mb': 'FREE_FOR_CHANGES_MB',
  'public-url': 'PUBLIC_URL',
  'log-level': 'LOG_LEVEL',
} as const;

const ROLES = ['all', 'engine', 'gateway', 'projector', 'exchange', 'market'] as const;
export type Role = (typeof ROLES)[number];

const DEFAULT_PORT = 8080;
/** They tell only operators how they do, from any free port: a gateway on the same machine has the default. */
const ASKED_BY_NOBODY: ReadonlySet<Role> = new Set(['exchange', 'market', 'projector']);
/** Those that send codes, keep secrets and sign; the others are told nothing of that. */
const SERVES_PEOPLE: ReadonlySet<Role> = new Set(['all', 'engine', 'gateway']);

const settings = z.object({
  HOST: z.string().default('127.0.0.1'),
  PORT: z.coerce.number().int().min(0).max(65_535).optional(),
  DATA_DIR: z.string().default('./data'),
  /** A folder on another disk: the database's log goes there as it is written, and its base backups. */
  BACKUP_DIR: z.string().optional(),
  /** Or a bucket, `https://s3.example/bucket/folder`; it opens with keys of the environment. */
  BACKUP_S3: z.url({ protocol: /^https?$/ }).optional(),
  AWS_ACCESS_KEY_ID: z.string().optional(),
  AWS_SECRET_ACCESS_KEY: z.string().optional(),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  /** The same database as a role that owns nothing of it. From the environment only. */
  DATABASE_APP_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  /** What this process does of an installation: everything, or its part where there are several (record 167). */
  ROLE: z.enum(ROLES).default('all'),
  /** `nats://user:password@host:4222`, or `tls://`, several separated by commas. From the environment only. */
  BUS_URL: z
    .string()
    .regex(/^(nats|tls):\/\/[^,]+(,\s*(nats|tls):\/\/[^,]+)*$/, 'nats:// or tls:// addresses, separated by commas')
    .optional(),
  /** A PEM file of who has signed the bus's certificates. */
  BUS_CA_FILE: z.string().optional(),
  MODE: z.enum(['demo', 'live']).default('demo'),
  MARKET_HOURS: z.enum(['always', 'real']).default('always'),
  SEED: z.coerce.number().int().min(0).max(0xffff_ffff).default(1),
  VENUE: z.enum(['simulated', 'recorded']).default('simulated'),
  VENUE_BEHAVIOUR: z.enum(['plain', 'foreign']).default('plain'),
  RECORDING: z.string().optional(),
  RECORDING_CONTRACT: z.string().optional(),
  RECORDING_SPEED: z.coerce.number().min(RECORDING_SPEED.least).max(RECORDING_SPEED.greatest).default(1),
  SCENARIO: z.enum(SCENARIO_NAMES).optional(),
  SCENARIO_CONTRACT: z.string().optional(),
  SIMULATED_LEADERS: z.enum(['on', 'off']).default('on'),
  CLOCK: z.enum(['system', 'manual']).default('system'),
  /** Of the data folder's file system: with less, no new orders and files; with still less, hardly any changes. */
  FREE_FOR_ORDERS_MB: z.coerce.number().int().min(0).max(1_000_000).default(512),
  FREE_FOR_CHANGES_MB: z.coerce.number().int().min(0).max(1_000_000).default(128),
  PUBLIC_URL: z.url({ protocol: /^https?$/ }).optional(),
  LOG_LEVEL: z.enum(['error', 'warn', 'info', 'debug']).default('info'),
  /** Where traces go, a collector that takes OTLP as JSON; and the part of orders that are traced. */
  OTEL_EXPORTER_OTLP_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).default(1),
  /**
   * `smtps://user:password@mail.example:465`. Like every secret it has no flag: flags can be read in the process list.
   */
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  MAIL_FROM: z.string().regex(/@/).max(200).optional(),
  SMS_WEBHOOK_URL: z.url({ protocol: /^https?$/ }).optional(),
  SMS_WEBHOOK_SECRET: z.string().max(500).optional(),
  /** The token of the installation's own Telegram bot, and where its API is. From the environment only. */
  TELEGRAM_BOT_TOKEN: z
    .string()
    .regex(/^\d+:[\w-]{30,}$/, 'as BotFather gives it')
    .optional(),
  TELEGRAM_API: z.url({ protocol: /^https?$/ }).default('https://api.telegram.org'),
  /** The broker's Official Account at Zalo, the app that writes for it, and where Zalo is. From the environment only. */
  ZALO_APP_ID: z
    .string()
    .regex(/^\d{5,30}$/, 'a number')
    .optional(),
  ZALO_APP_SECRET: z.string().min(8).max(500).optional(),
  ZALO_OA_ID: z
    .string()
    .regex(/^\d{5,30}$/, 'a number')
    .optional(),
  /** With which Zalo signs what it tells of the account. */
  ZALO_OA_SECRET: z.string().min(8).max(500).optional(),
  /** What the first access token is made with; another one begins anew. */
  ZALO_REFRESH_TOKEN: z.string().min(8).max(4_000).optional(),
  ZALO_API: z.url({ protocol: /^https?$/ }).default('https://openapi.zalo.me'),
  ZALO_OAUTH: z.url({ protocol: /^https?$/ }).default('https://oauth.zaloapp.com'),
  /** Origins of push services beside those of the browsers that are known (record 181), separated by commas. */
  PUSH_SERVICES: z
    .string()
    .regex(/^https?:\/\/[^/,\s]+(,\s*https?:\/\/[^/,\s]+)*$/, 'https://host, several separated by commas')
    .optional(),
  /** Hashes codes and seals authenticator secrets: at least 32 random characters. */
  IDENTITY_KEY: z.string().min(32).max(500).optional(),
  /** PEM files to sign papers with: the private key (P-256 or RSA) and its certificate. */
  SIGNING_KEY_FILE: z.string().optional(),
  SIGNING_CERTIFICATE_FILE: z.string().optional(),
  /** A JSON file of the broker's accounts that take deposits. */
  BANKS_FILE: z.string().optional(),
  /** With which banks sign what they tell of payments: at least 32 random characters. */
  BANK_WEBHOOK_SECRET: z.string().min(32).max(500).optional(),
  /** A PEM file with the private key (Ed25519) that signs each day's balances, and the public key that follows it. */
  PROOF_KEY_FILE: z.string().optional(),
  PROOF_NEXT_KEY: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .optional(),
});

/** A scripted scenario with which the simulated exchange begins. */
export interface ScenarioToBegin {
  readonly name: ScenarioName;
  /** Absent: the front month of the scenario's usual commodity. */
  readonly contractCode?: string;
}

/**
 * Behaviour of the simulated exchange: plain, or like a third-party one (late, duplicate and excess reports, link
 * losses).
 */
export type VenueBehaviour = 'plain' | 'foreign';

export interface ZaloConfig {
  readonly appId: string;
  readonly appSecret: string;
  readonly accountId: string;
  readonly eventSecret: string;
  readonly refreshToken: string;
  readonly api: string;
  readonly oauth: string;
}

export interface Config {
  readonly host: string;
  readonly port: number;
  readonly dataDir: string;
  /** A folder, or the address of a bucket. Undefined: the loss of the disk is the loss of everything. */
  readonly backupPlace: string | undefined;
  readonly databaseUrl: string | undefined;
  /** As what the server connects to it once it is migrated. Undefined: as its owner. */
  readonly databaseAppUrl: string | undefined;
  readonly role: Role;
  /** The way to the other processes; undefined of a process that is alone. */
  readonly bus: { readonly url: string; readonly caFile: string | undefined } | undefined;
  readonly mode: 'demo' | 'live';
  readonly marketHours: 'always' | 'real';
  readonly seed: number;
  readonly venue:
    | { readonly kind: 'simulated'; readonly behaviour: VenueBehaviour; readonly scenario?: ScenarioToBegin }
    | { readonly kind: 'recorded'; readonly file: string; readonly contractCode: string; readonly speed: number };
  /**
   * Whether leaders trade by themselves: in a demo with the simulated exchange, and not with a manual clock, whose moves
   * are exact.
   */
  readonly hasSimulatedLeaders: boolean;
  readonly clock: 'system' | 'manual';
  /** Marks of free space (system/free-space.ts). */
  readonly freeMb: { readonly forOrders: number; readonly forChanges: number };
  readonly publicUrl: URL | undefined;
  readonly logLevel: 'error' | 'warn' | 'info' | 'debug';
  /** Undefined: nothing is traced. `ratio` from 0 to 1. */
  readonly traces: { readonly endpoint: string; readonly ratio: number } | undefined;
  /** Undefined: mail goes to the outbox. */
  readonly mail: { readonly smtpUrl: string; readonly from: string } | undefined;
  /** Undefined: SMS go to the outbox. */
  readonly sms: { readonly webhookUrl: string; readonly secret: string | undefined } | undefined;
  /** Origins of push services beside the known ones: `https://push.example`. */
  readonly pushServices: readonly string[];
  /** Undefined: nobody is written to by Telegram. */
  readonly telegram: { readonly token: string; readonly api: string } | undefined;
  /** Undefined: nobody is written to by Zalo. */
  readonly zalo: ZaloConfig | undefined;
  /** Undefined: the data folder has its own. */
  readonly identityKey: string | undefined;
  /** The key to sign papers with. Undefined: the data folder has its own. */
  readonly signing: { readonly keyFile: string; readonly certificateFile: string } | undefined;
  /** Undefined: a demo has three of its own, and without them there are no deposits. */
  readonly banksFile: string | undefined;
  /** Undefined: a demo's data folder has its own. */
  readonly bankSecret: string | undefined;
  /** With what each day's balances are signed; the key file is undefined where the data folder has its own. */
  readonly proof: { readonly keyFile: string | undefined; readonly nextKey: string | undefined };
}

/** Lists every fault, one per line. */
export class ConfigError extends Error {}

/** `client` is the build to be served: in MODE=live it may not be one that mocks the server. */
export function readConfig(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
  client?: ClientBuild,
): Config {
  const flags = fromFlags(args);
  const given = { ...withoutBlank(env), ...withoutBlank(flags.values) };
  const parsed = settings.safeParse(given);
  const faults = [
    ...flags.faults,
    ...(parsed.error?.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`) ?? []),
    ...crossChecks(readable(given)),
  ];
  if (readable(given).MODE === 'live') faults.push(...liveFaults(readable(given), client));
  if (!parsed.success || faults.length > 0) throw new ConfigError(faults.join('\n'));
  const { data } = parsed;
  return {
    host: data.HOST,
    port: data.PORT ?? (ASKED_BY_NOBODY.has(data.ROLE) ? 0 : DEFAULT_PORT),
    dataDir: resolve(data.DATA_DIR),
    backupPlace: data.BACKUP_DIR === undefined ? data.BACKUP_S3 : resolve(data.BACKUP_DIR),
    databaseUrl: data.DATABASE_URL,
    // What all processes have in common stands in one file for all, and the exchange is none of the broker's.
    databaseAppUrl: data.ROLE === 'exchange' ? undefined : data.DATABASE_APP_URL,
    role: data.ROLE,
    bus:
      data.BUS_URL === undefined
        ? undefined
        : { url: data.BUS_URL, caFile: data.BUS_CA_FILE === undefined ? undefined : resolve(data.BUS_CA_FILE) },
    mode: data.MODE,
    marketHours: data.MARKET_HOURS,
    seed: data.SEED,
    venue:
      data.VENUE === 'simulated'
        ? { kind: 'simulated', behaviour: data.VENUE_BEHAVIOUR, ...scenarioOf(data) }
        : {
            kind: 'recorded',
            file: resolve(data.RECORDING ?? ''),
            contractCode: data.RECORDING_CONTRACT ?? '',
            speed: data.RECORDING_SPEED,
          },
    hasSimulatedLeaders: hasSimulatedLeaders(data),
    clock: data.CLOCK,
    freeMb: { forOrders: data.FREE_FOR_ORDERS_MB, forChanges: data.FREE_FOR_CHANGES_MB },
    publicUrl: data.PUBLIC_URL === undefined ? undefined : new URL(data.PUBLIC_URL),
    logLevel: data.LOG_LEVEL,
    traces:
      data.OTEL_EXPORTER_OTLP_ENDPOINT === undefined
        ? undefined
        : { endpoint: data.OTEL_EXPORTER_OTLP_ENDPOINT, ratio: data.OTEL_TRACES_SAMPLER_ARG },
    mail: data.SMTP_URL === undefined ? undefined : { smtpUrl: data.SMTP_URL, from: data.MAIL_FROM ?? '' },
    sms:
      data.SMS_WEBHOOK_URL === undefined
        ? undefined
        : { webhookUrl: data.SMS_WEBHOOK_URL, secret: data.SMS_WEBHOOK_SECRET },
    telegram:
      data.TELEGRAM_BOT_TOKEN === undefined ? undefined : { token: data.TELEGRAM_BOT_TOKEN, api: data.TELEGRAM_API },
    zalo: zaloOf(data),
    pushServices: data.PUSH_SERVICES?.split(',').map((text) => new URL(text.trim()).origin) ?? [],
    identityKey: data.IDENTITY_KEY,
    signing:
      data.SIGNING_KEY_FILE === undefined
        ? undefined
        : {
            keyFile: resolve(data.SIGNING_KEY_FILE),
            certificateFile: resolve(data.SIGNING_CERTIFICATE_FILE ?? ''),
          },
    banksFile: data.BANKS_FILE === undefined ? undefined : resolve(data.BANKS_FILE),
    bankSecret: data.BANK_WEBHOOK_SECRET,
    proof: {
      keyFile: data.PROOF_KEY_FILE === undefined ? undefined : resolve(data.PROOF_KEY_FILE),
      nextKey: data.PROOF_NEXT_KEY,
    },
  };
}

/** Undefined unless all of it is there. */
function zaloOf(data: z.infer<typeof settings>): ZaloConfig | undefined {
  const { ZALO_APP_ID: appId, ZALO_APP_SECRET: appSecret, ZALO_OA_ID: accountId } = data;
  const { ZALO_OA_SECRET: eventSecret, ZALO_REFRESH_TOKEN: refreshToken } = data;
  if (!(appId && appSecret && accountId && eventSecret && refreshToken)) return undefined;
  return { appId, appSecret, accountId, eventSecret, refreshToken, api: data.ZALO_API, oauth: data.ZALO_OAUTH };
}

function scenarioOf({ SCENARIO: name, SCENARIO_CONTRACT: contractCode }: z.infer<typeof settings>): {
  scenario?: ScenarioToBegin;
} {
  if (!name) return {};
  return { scenario: { name, ...(contractCode === undefined ? {} : { contractCode }) } };
}

function hasSimulatedLeaders({ SIMULATED_LEADERS, MODE, VENUE, CLOCK }: Settings): boolean {
  return SIMULATED_LEADERS === 'on' && MODE === 'demo' && VENUE === 'simulated' && CLOCK === 'system';
}

type Settings = z.infer<typeof settings>;

/** The valid part of the settings, so that one fault does not hide others. */
function readable(given: Readonly<Record<string, string>>): Partial<Settings> {
  const read = Object.entries(settings.shape).flatMap(([name, schema]) => {
    const { success, data } = schema.safeParse(given[name]);
    return success ? [[name, data]] : [];
  });
  return Object.fromEntries(read);
}

function roleFaults({ ROLE, BUS_URL, BUS_CA_FILE, DATABASE_URL, DATABASE_APP_URL }: Partial<Settings>): string[] {
  const faults: string[] = [];
  const isAlone = ROLE === undefined || ROLE === 'all';
  if (isAlone && BUS_URL)
    faults.push('BUS_URL: a process that does everything has nobody to talk to; ROLE names its part');
  if (BUS_CA_FILE && !BUS_URL) faults.push('BUS_CA_FILE: of which BUS_URL?');
  if (!isAlone && !BUS_URL) faults.push(`BUS_URL: ROLE=${ROLE} needs the bus of the installation`);
  if (ROLE === 'engine' && !DATABASE_URL)
    faults.push('DATABASE_URL: ROLE=engine needs the database of the installation');
  if ((ROLE === 'gateway' || ROLE === 'market' || ROLE === 'projector') && !DATABASE_APP_URL)
    faults.push(`DATABASE_APP_URL: ROLE=${ROLE} needs the database of the installation`);
  if (ROLE === 'exchange' && DATABASE_URL)
    faults.push('DATABASE_URL: ROLE=exchange has nothing to do with the database of the broker');
  return faults;
}

function crossChecks(data: Partial<Settings>): string[] {
  const faults = roleFaults(data);
  if (data.VENUE === 'recorded' && !data.RECORDING) faults.push('RECORDING: the recorded venue needs a file');
  if (data.VENUE === 'recorded' && !data.RECORDING_CONTRACT) {
    faults.push('RECORDING_CONTRACT: the recorded venue needs a contract code');
  }
  if (data.VENUE === 'recorded' && data.SCENARIO)
    faults.push('SCENARIO: a recording has no scenarios; VENUE=simulated has');
  if (data.VENUE === 'recorded' && data.VENUE_BEHAVIOUR === 'foreign')
    faults.push('VENUE_BEHAVIOUR: a recording answers plainly; VENUE=simulated may behave as foreign exchanges do');
  if (data.SCENARIO_CONTRACT && !data.SCENARIO) faults.push('SCENARIO_CONTRACT: of which SCENARIO?');
  if (data.SIGNING_KEY_FILE && !data.SIGNING_CERTIFICATE_FILE)
    faults.push('SIGNING_CERTIFICATE_FILE: where is the certificate of SIGNING_KEY_FILE?');
  if (data.SIGNING_CERTIFICATE_FILE && !data.SIGNING_KEY_FILE)
    faults.push('SIGNING_KEY_FILE: where is the key of SIGNING_CERTIFICATE_FILE?');
  if (data.DATABASE_APP_URL && !data.DATABASE_URL && (data.ROLE === undefined || data.ROLE === 'all'))
    faults.push(
      'DATABASE_APP_URL: is of the database that DATABASE_URL names; the embedded PostgreSQL makes its roles',
    );
  if (data.DATABASE_APP_URL && !new URL(data.DATABASE_APP_URL).username)
    faults.push('DATABASE_APP_URL: names no role, as in postgres://mua_app:…@host/database');
  faults.push(...backupFaults(data), ...zaloFaults(data));
  if (data.SMTP_URL && !data.MAIL_FROM) faults.push('MAIL_FROM: who does the mail come from?');
  return faults;
}

function backupFaults(data: Partial<Settings>): string[] {
  const faults: string[] = [];
  const name = data.BACKUP_DIR ? 'BACKUP_DIR' : 'BACKUP_S3';
  if ((data.BACKUP_DIR || data.BACKUP_S3) && data.DATABASE_URL)
    faults.push(`${name}: is of the embedded PostgreSQL; that of DATABASE_URL is backed up by whoever runs it`);
  if (data.BACKUP_DIR && data.BACKUP_S3) faults.push('BACKUP_S3: there is one place, and BACKUP_DIR names another');
  if (data.BACKUP_DIR && isInside(data.BACKUP_DIR, data.DATA_DIR ?? './data'))
    faults.push('BACKUP_DIR: would be lost with DATA_DIR, in which it lies');
  if (data.BACKUP_S3 && !(data.AWS_ACCESS_KEY_ID && data.AWS_SECRET_ACCESS_KEY))
    faults.push('BACKUP_S3: opens with AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY of the environment');
  return faults;
}

const ZALO = ['ZALO_APP_ID', 'ZALO_APP_SECRET', 'ZALO_OA_ID', 'ZALO_OA_SECRET', 'ZALO_REFRESH_TOKEN'] as const;

function zaloFaults(data: Partial<Settings>): string[] {
  // One that can't be read is told of by itself, and is not missing.
  const missing = ZALO.filter((name) => name in data && !data[name]);
  if (missing.length === ZALO.length) return [];
  return missing.map((name) => `${name}: Zalo is all of ${ZALO.join(', ')}, or none`);
}

function isInside(folder: string, other: string): boolean {
  return `${resolve(folder)}${sep}`.startsWith(`${resolve(other)}${sep}`);
}

/** Real people get their codes by mail and SMS, and no secret is generated for them. */
function missingInLive(data: Partial<Settings>): string[] {
  const faults: string[] = [];
  if (!data.SMTP_URL) faults.push('SMTP_URL: MODE=live needs a mail server');
  if (!data.SMS_WEBHOOK_URL) faults.push('SMS_WEBHOOK_URL: MODE=live needs an SMS gateway');
  if (!data.IDENTITY_KEY)
    faults.push('IDENTITY_KEY: MODE=live needs a secret of its own, kept outside the data folder');
  if (!data.SIGNING_KEY_FILE)
    faults.push('SIGNING_KEY_FILE: MODE=live signs contracts with a key of its own, kept outside the data folder');
  if (!data.BANK_WEBHOOK_SECRET)
    faults.push('BANK_WEBHOOK_SECRET: MODE=live needs a secret of its own, which the bank signs with');
  if (!data.PROOF_KEY_FILE)
    faults.push('PROOF_KEY_FILE: MODE=live signs its days with a key of its own, kept outside the data folder');
  return faults;
}

/** Settings that a demo allows and live money does not. */
function liveFaults(data: Partial<Settings>, client: ClientBuild | undefined): string[] {
  const servesPeople = SERVES_PEOPLE.has(data.ROLE ?? 'all');
  const faults: string[] = servesPeople ? missingInLive(data) : [];
  if (data.CLOCK === 'manual') faults.push('CLOCK: a manual clock is for MODE=demo only');
  if (servesPeople && !data.PUBLIC_URL?.startsWith('https:')) faults.push('PUBLIC_URL: MODE=live needs one with https');
  if (data.BACKUP_S3 && !data.BACKUP_S3.startsWith('https:')) faults.push('BACKUP_S3: MODE=live needs one with https');
  if (data.PUSH_SERVICES?.includes('http:')) faults.push('PUSH_SERVICES: MODE=live needs ones with https');
  if (data.SCENARIO) faults.push('SCENARIO: a scripted market is for MODE=demo only');
  for (const name of ['DATABASE_URL', 'DATABASE_APP_URL'] as const) {
    const url = data[name];
    if (url && isKnownSecret(passwordIn(url))) faults.push(`${name}: MODE=live needs a password that nobody can guess`);
  }
  if (client === 'unknown') faults.push('web/dist: nobody can tell how this client was built; build it again');
  else if (client?.mock) faults.push('VITE_MOCK: MODE=live refuses a client that was built with mocks');
  else if (client?.devtools)
    faults.push('VITE_DEVTOOLS: MODE=live refuses a client that was built with developer tools');
  return faults;
}

/** As the database will see it; unchanged if it can't be unescaped. */
function passwordIn(url: string): string {
  const { password } = new URL(url);
  try {
    return decodeURIComponent(password);
  } catch {
    return password;
  }
}

/** Secrets printed in manuals and compose files, and those too short to be random. */
const KNOWN_SECRETS = new Set([
  'postgres',
  'postgresql',
  'password',
  'changeme',
  'example',
  'supersecret',
  'mysecretpassword',
]);
const SECRET_MIN = 12;

function isKnownSecret(secret: string): boolean {
  return secret.length < SECRET_MIN || KNOWN_SECRETS.has(secret.toLowerCase());
}

/** Whether `/dev/*` exists: manual clocks, readable codes. Never with live money. */
export function isDevAllowed({ mode }: Pick<Config, 'mode'>): boolean {
  return mode === 'demo';
}

function fromFlags(args: readonly string[]): { values: Record<string, string | undefined>; faults: string[] } {
  const options = Object.fromEntries(Object.keys(FLAGS).map((flag) => [flag, { type: 'string' as const }]));
  const { values, positionals } = parseArgs({ args: [...args], options, strict: false, allowPositionals: true });
  const faults = positionals.map((word) => `${word}: not a flag`);
  const read: Record<string, string | undefined> = {};
  for (const [flag, value] of Object.entries(values)) {
    const name = Object.hasOwn(FLAGS, flag) ? FLAGS[flag as keyof typeof FLAGS] : undefined;
    if (name === undefined) faults.push(`--${flag}: no such flag`);
    else if (typeof value !== 'string') faults.push(`--${flag}: needs a value`);
    else read[name] = value;
  }
  return { values: read, faults };
}

/** A blank line of an environment file means unset; read as a number it would be 0. */
function withoutBlank(values: Readonly<Record<string, string | undefined>>): Record<string, string> {
  const kept: Record<string, string> = {};
  for (const [name, value] of Object.entries(values))
    if (value !== undefined && value.trim() !== '') kept[name] = value;
  return kept;
}
