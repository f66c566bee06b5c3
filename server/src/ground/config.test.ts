import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { readClientBuild } from '#ground/client-build.ts';
import { ConfigError, isDevAllowed, readConfig } from '#ground/config.ts';
import { zaloSettings } from '#test/fixtures/zalo-account.ts';

const LIVE = {
  MODE: 'live',
  PUBLIC_URL: 'https://mua.example',
  SMTP_URL: 'smtps://mua:secret@mail.example:465',
  MAIL_FROM: 'Mùa <no-reply@mua.example>',
  SMS_WEBHOOK_URL: 'https://sms.example/send',
  IDENTITY_KEY: 'thirty-two characters of chance!',
  SIGNING_KEY_FILE: '/etc/mua/signing-key.pem',
  SIGNING_CERTIFICATE_FILE: '/etc/mua/signing-certificate.pem',
  BANK_WEBHOOK_SECRET: 'a bank and a broker share a secret',
  PROOF_KEY_FILE: '/etc/mua/proof-key.pem',
};
const BUILT = { version: '0.1.0', mock: false, devtools: false, reportsTo: null };

function faults(...given: Parameters<typeof readConfig>): string[] {
  try {
    readConfig(...given);
    return [];
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return error.message.split('\n');
  }
}

describe('settings', () => {
  test('flags take precedence over the environment, and empty counts as unset', () => {
    const config = readConfig(['--port', '9000', '--mode=demo'], { PORT: '1', SEED: '', HOST: '::1' });
    expect(config).toMatchObject({ port: 9000, mode: 'demo', seed: 1, host: '::1', publicUrl: undefined });
  });

  test('Zalo is all of its settings, or none', () => {
    const whole = zaloSettings();
    expect(readConfig([], whole).zalo).toMatchObject({ accountId: whole.ZALO_OA_ID, api: whole.ZALO_API });
    expect(readConfig([], {}).zalo).toBeUndefined();
    expect(faults([], { ...whole, ZALO_OA_SECRET: '', ZALO_APP_ID: '' }).map((line) => line.split(':')[0])).toEqual([
      ...['ZALO_APP_ID', 'ZALO_OA_SECRET'],
    ]);
    expect(faults([], { ...whole, ZALO_OA_ID: 'mine' })).toEqual(['ZALO_OA_ID: a number']);
  });

  test.each(['PORT', 'SEED', 'RECORDING_SPEED', 'HOST', 'DATA_DIR'])('a blank %s counts as unset', (name) => {
    expect(readConfig([], { [name]: ' \t' })).toEqual(readConfig([], {}));
  });

  test.each([
    [{}, true],
    [{ SIMULATED_LEADERS: 'off' }, false],
    [{ CLOCK: 'manual' }, false],
    [{ VENUE: 'recorded', RECORDING: 'gold.csv', RECORDING_CONTRACT: 'GCEZ13' }, false],
    [LIVE, false],
  ])('of %j simulated leaders trade: %s', (env, hasSimulatedLeaders) => {
    expect(readConfig([], env, BUILT)).toMatchObject({ hasSimulatedLeaders });
  });

  test('all faults are reported at once', () => {
    const args = ['--port', '99999', '--colour', 'red', '--seed', 'start'];
    const env = { MODE: 'live', CLOCK: 'manual', VENUE: 'recorded', PUBLIC_URL: 'http://mua.example' };
    expect(faults(args, env, { ...BUILT, mock: true }).map((line) => line.split(':')[0])).toEqual([
      ...['red', '--colour', 'PORT', 'SEED', 'RECORDING', 'RECORDING_CONTRACT'],
      ...['SMTP_URL', 'SMS_WEBHOOK_URL', 'IDENTITY_KEY', 'SIGNING_KEY_FILE', 'BANK_WEBHOOK_SECRET', 'PROOF_KEY_FILE'],
      ...['CLOCK', 'PUBLIC_URL', 'VITE_MOCK'],
    ]);
  });

  test.each([
    [['--port'], '--port: needs a value'],
    [['--nothing=1'], '--nothing: no such flag'],
    [['start'], 'start: not a flag'],
  ])('%j is wrong', (args, said) => {
    expect(faults(args, {})).toEqual([said]);
  });
});

describe('the role of a process', () => {
  const BUS_URL = 'nats://gateway:secret@10.0.0.1:4222, nats://10.0.0.2:4222';
  const DATABASE_URL = 'postgres://owner:kN3v-9qPz@db/mua';
  const DATABASE_APP_URL = 'postgres://mua_app:kN3v-9qPz-0aYt@db/mua';

  test('is everything, unless it is named with its bus and its database', () => {
    expect(readConfig([], {})).toMatchObject({ role: 'all', bus: undefined });
    const engine = readConfig([], { ROLE: 'engine', BUS_URL, DATABASE_URL, BUS_CA_FILE: '/etc/mua/ca.pem' });
    expect(engine).toMatchObject({ role: 'engine', bus: { url: BUS_URL, caFile: '/etc/mua/ca.pem' } });
    expect(readConfig([], { ROLE: 'gateway', BUS_URL, DATABASE_APP_URL })).toMatchObject({ role: 'gateway' });
  });

  test('goes by a file that all processes have in common: the exchange has no database, and few wait for calls', () => {
    const port = (ROLE: string): number => readConfig([], { ROLE, BUS_URL, DATABASE_APP_URL }).port;
    expect(['exchange', 'market', 'projector', 'gateway'].map(port)).toEqual([0, 0, 0, 8080]);
    expect(readConfig([], { ROLE: 'exchange', BUS_URL, DATABASE_APP_URL }).databaseAppUrl).toBeUndefined();
  });

  test.each(['exchange', 'market', 'projector'])('%s of MODE=live needs nothing of what it has no use for', (ROLE) => {
    expect(faults([], { MODE: 'live', ROLE, BUS_URL, DATABASE_APP_URL }, BUILT)).toEqual([]);
    expect(faults([], { MODE: 'live', ROLE, BUS_URL, DATABASE_APP_URL, CLOCK: 'manual' }, BUILT)).toHaveLength(1);
  });

  test.each([
    [{ ROLE: 'engine' }, ['BUS_URL', 'DATABASE_URL']],
    [{ ROLE: 'gateway' }, ['BUS_URL', 'DATABASE_APP_URL']],
    [{ ROLE: 'projector' }, ['BUS_URL', 'DATABASE_APP_URL']],
    [{ ROLE: 'gateway', BUS_URL: 'http://10.0.0.1', DATABASE_APP_URL }, ['BUS_URL', 'BUS_URL']],
    [{ BUS_URL }, ['BUS_URL']],
    [{ BUS_CA_FILE: '/etc/mua/ca.pem' }, ['BUS_CA_FILE']],
    [{ ROLE: 'market' }, ['BUS_URL', 'DATABASE_APP_URL']],
    [{ ROLE: 'exchange', BUS_URL, DATABASE_URL }, ['DATABASE_URL']],
    [{ ROLE: 'oracle' }, ['ROLE']],
  ])('%j is refused: %j', (env, names) => {
    expect(faults([], env).map((line) => line.split(':')[0])).toEqual(names);
  });
});

describe('a place for backups', () => {
  const keys = { AWS_ACCESS_KEY_ID: 'id', AWS_SECRET_ACCESS_KEY: 'secret' };
  const BACKUP_S3 = 'https://s3.example/backups/mua';

  test('is a folder or the address of a bucket', () => {
    expect(readConfig([], {})).toMatchObject({ backupPlace: undefined });
    expect(readConfig(['--backup-dir', '/mnt/backups'], {})).toMatchObject({ backupPlace: '/mnt/backups' });
    expect(readConfig([], { BACKUP_S3, ...keys })).toMatchObject({ backupPlace: BACKUP_S3 });
    expect(readConfig([], { DATA_DIR: '/mnt/data', BACKUP_DIR: '/mnt/data-backups' })).toBeDefined();
  });

  test.each([
    [{ BACKUP_S3 }, 'BACKUP_S3: opens with AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY of the environment'],
    [{ BACKUP_S3, ...keys, BACKUP_DIR: '/mnt' }, 'BACKUP_S3: there is one place, and BACKUP_DIR names another'],
    [{ DATA_DIR: '/mnt', BACKUP_DIR: '/mnt/backups' }, 'BACKUP_DIR: would be lost with DATA_DIR, in which it lies'],
    [
      { BACKUP_DIR: '/mnt', DATABASE_URL: 'postgres://127.0.0.1/mua' },
      'BACKUP_DIR: is of the embedded PostgreSQL; that of DATABASE_URL is backed up by whoever runs it',
    ],
  ])('%j is none', (env, said) => {
    expect(faults([], env)).toEqual([said]);
  });

  test('is reached by https in MODE=live', () => {
    const env = { ...LIVE, ...keys, BACKUP_S3: 'http://s3.example/backups' };
    expect(faults([], env, BUILT)).toEqual(['BACKUP_S3: MODE=live needs one with https']);
  });
});

describe('MODE=live', () => {
  test('starts with everything it needs', () => {
    expect(readConfig([], LIVE, BUILT)).toMatchObject({
      mode: 'live',
      clock: 'system',
      mail: { smtpUrl: LIVE.SMTP_URL, from: LIVE.MAIL_FROM },
      sms: { webhookUrl: LIVE.SMS_WEBHOOK_URL, secret: undefined },
    });
    expect(faults([], LIVE)).toEqual([]);
  });

  test.each([
    ['CLOCK', { CLOCK: 'manual' }],
    ['PUBLIC_URL', { PUBLIC_URL: 'http://mua.example' }],
    ['PUBLIC_URL', { PUBLIC_URL: '' }],
    ['SCENARIO', { SCENARIO: 'gap' }],
    ['DATABASE_URL', { DATABASE_URL: 'postgres://mua@db/mua' }],
    ['DATABASE_URL', { DATABASE_URL: 'postgres://mua:postgres@db/mua' }],
    ['DATABASE_URL', { DATABASE_URL: 'postgres://mua:Postgresql@db/mua' }],
    ['DATABASE_URL', { DATABASE_URL: 'postgres://mua:MySecretPassword@db/mua' }],
    ['DATABASE_URL', { DATABASE_URL: 'postgres://mua:%61bcdefgh@db/mua' }],
    ['DATABASE_URL', { DATABASE_URL: 'postgres://mua:%zz@db/mua' }],
  ])('refuses %s of %j, which a demo accepts', (name, more) => {
    expect(faults([], { ...LIVE, ...more }, BUILT)).toEqual([expect.stringMatching(new RegExp(`^${name}: `))]);
    expect(faults([], { ...more }, BUILT)).toEqual([]);
  });

  test('needs mail, SMS and a key of its own', () => {
    const { SMTP_URL: _mail, SMS_WEBHOOK_URL: _sms, IDENTITY_KEY: _key, ...bare } = LIVE;
    expect(faults([], bare, BUILT)).toEqual([
      'SMTP_URL: MODE=live needs a mail server',
      'SMS_WEBHOOK_URL: MODE=live needs an SMS gateway',
      'IDENTITY_KEY: MODE=live needs a secret of its own, kept outside the data folder',
    ]);
    expect(faults([], { ...LIVE, IDENTITY_KEY: 'short' }, BUILT)[0]).toContain('IDENTITY_KEY');
  });

  test.each([
    [
      { BANK_WEBHOOK_SECRET: '' },
      'BANK_WEBHOOK_SECRET: MODE=live needs a secret of its own, which the bank signs with',
    ],
    [{ BANK_WEBHOOK_SECRET: 'changeme' }, 'BANK_WEBHOOK_SECRET'],
  ])('hears no bank whose secret is missing or guessed: %j', (more, said) => {
    expect(faults([], { ...LIVE, ...more }, BUILT)[0]).toContain(said);
  });

  test('the role of the server belongs to the database that is named, and its password is no guess', () => {
    const DATABASE_APP_URL = 'postgres://mua_app:kN3v-9qPz-0aYt-7LmR@db/mua';
    const DATABASE_URL = 'postgres://mua:kN3v-9qPz-0aYt-7LmR@db/mua';
    expect(readConfig([], { DATABASE_URL, DATABASE_APP_URL })).toMatchObject({ databaseAppUrl: DATABASE_APP_URL });
    expect(faults([], { DATABASE_APP_URL })).toEqual([expect.stringMatching(/^DATABASE_APP_URL: is of the database/)]);
    expect(faults([], { DATABASE_URL, DATABASE_APP_URL: 'postgres://db/mua' })).toEqual([
      expect.stringMatching(/^DATABASE_APP_URL: names no role/),
    ]);
    const guessed = { ...LIVE, DATABASE_URL, DATABASE_APP_URL: 'postgres://mua_app:postgres@db/mua' };
    expect(faults([], guessed, BUILT)).toEqual([expect.stringMatching(/^DATABASE_APP_URL: MODE=live/)]);
  });

  test('accepts a database with a password of its own', () => {
    const url = 'postgres://mua:kN3v-9qPz-0aYt-7LmR@db/mua';
    expect(faults([], { ...LIVE, DATABASE_URL: url }, BUILT)).toEqual([]);
  });

  test.each([
    ['VITE_MOCK', { ...BUILT, mock: true }],
    ['VITE_DEVTOOLS', { ...BUILT, devtools: true }],
    ['web/dist', 'unknown' as const],
  ])('refuses a client because of its %s', (name, client) => {
    expect(faults([], LIVE, client)).toEqual([expect.stringMatching(new RegExp(`^${name}: `))]);
    expect(faults([], {}, client)).toEqual([]);
  });

  test('has no /dev routes', () => {
    expect([isDevAllowed(readConfig([], {})), isDevAllowed(readConfig([], LIVE))]).toEqual([true, false]);
  });
});

test('a demo needs none of these; a mail server needs a sender', () => {
  expect(readConfig([], {})).toMatchObject({ mail: undefined, sms: undefined, identityKey: undefined });
  expect(faults([], { SMTP_URL: LIVE.SMTP_URL })).toEqual(['MAIL_FROM: who does the mail come from?']);
});

describe('the facts of the client build', () => {
  const folder = mkdtempSync(join(tmpdir(), 'mua-build-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const write = (name: string, text: string) => writeFileSync(join(folder, name), text);

  test('are undefined without a client, and unknown if its files do not give them', () => {
    expect(readClientBuild(folder)).toBeUndefined();
    write('index.html', '');
    expect(readClientBuild(folder)).toBe('unknown');
    const injected = JSON.stringify({ ...BUILT, reportsTo: "https://errors.example;script-src 'unsafe-inline'" });
    for (const text of ['', '{}', '{"mock":"no"}', injected]) {
      write('build-facts.json', text);
      expect(readClientBuild(folder)).toBe('unknown');
    }
  });

  test('are read from the file next to the client’s own', () => {
    write('build-facts.json', JSON.stringify({ ...BUILT, mock: true }));
    expect(readClientBuild(folder)).toEqual({ ...BUILT, mock: true });
    write('build-facts.json', JSON.stringify({ ...BUILT, reportsTo: 'https://errors.example:8443' }));
    expect(readClientBuild(folder)).toMatchObject({ reportsTo: 'https://errors.example:8443' });
  });
});
