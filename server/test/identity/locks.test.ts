/** Checks that wrong passwords lock out whoever enters them, and nobody where the owner has been. */
import type { InjectOptions } from 'fastify';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { Browser, type Platform, startPlatform } from '#test/fixtures/platform.ts';

const HOME = '192.0.2.1';
const AWAY = '203.0.113.5';
const STRANGER = '198.51.100.1';
const WRONG = 'Wrong@2026';

let platform: Platform;

beforeEach(async () => {
  platform = await startPlatform();
  onTestFinished(() => platform.close());
});

/** A browser that can move. */
class Device extends Browser {
  network: string;

  constructor(network: string) {
    super(platform);
    this.network = network;
  }

  override send(request: InjectOptions) {
    return super.send({ ...request, remoteAddress: this.network });
  }

  async enter(password = 'Mua@2026'): Promise<string> {
    return codeOf(await this.signIn('an@mua.demo', password));
  }

  async prove(password = 'Mua@2026'): Promise<string> {
    return codeOf(await this.post('/api/investor/security/step-up', { method: 'password', password }));
  }
}

const codeOf = ({ statusCode, json }: { statusCode: number; json: () => { code?: string } }) =>
  statusCode < 300 ? 'in' : String(json().code);

async function guess(network: string, times = 5): Promise<string> {
  let last = '';
  for (let time = 0; time < times; time += 1) last = await new Device(network).enter(WRONG);
  return last;
}

async function ownerAt(network: string): Promise<Device> {
  const device = new Device(network);
  expect(await device.enter()).toBe('in');
  return device;
}

describe('a stranger’s guesses', () => {
  test('bar the stranger, and not the owner at home', async () => {
    await ownerAt(HOME);
    expect(await guess(STRANGER)).toBe('LoginLocked');
    expect(await new Device(STRANGER).enter()).toBe('LoginLocked');
    expect(await new Device(HOME).enter()).toBe('in');
    // Being at home clears nothing elsewhere.
    expect(await new Device(STRANGER).enter()).toBe('LoginLocked');
  });

  test('bar no step-up, wherever the session is by now', async () => {
    const owner = await ownerAt(HOME);
    expect(await guess(STRANGER)).toBe('LoginLocked');
    expect(await owner.prove()).toBe('in');
    owner.network = AWAY;
    expect(await owner.prove()).toBe('in');
  });

  test('do not fill the owner’s queue', async () => {
    await ownerAt(HOME);
    const crowd = Array.from({ length: 60 }, () => new Device(STRANGER).enter(WRONG));
    const owner = new Device(HOME).enter();
    expect(await Promise.all(crowd)).toContain('TooManyRequests');
    expect(await owner).toBe('in');
  });

  test('are as many from two networks as from one', async () => {
    await ownerAt(HOME);
    await guess(STRANGER, 3);
    expect(await guess(AWAY, 2)).toBe('LoginLocked');
  });
});

test('guesses at home lock the door there, and at no other place', async () => {
  const owner = await ownerAt('2001:db8:1:2::1');
  expect(await guess('2001:db8:1:2::77')).toBe('LoginLocked');
  expect(await owner.enter()).toBe('LoginLocked');
  expect(await owner.prove()).toBe('LoginLocked');
  expect(await new Device(AWAY).enter()).toBe('in');
});

test('a session that was taken away guesses as little as a stranger, and leaves the owner at home alone', async () => {
  const owner = await ownerAt(HOME);
  const thief = new Device(AWAY);
  thief.cookie = owner.cookie;
  thief.slot = owner.slot;
  for (let time = 0; time < 4; time += 1) expect(await thief.prove(WRONG)).toBe('InvestorPasswordInvalid');
  expect(await thief.prove(WRONG)).toBe('LoginLocked');
  expect(await thief.prove()).toBe('LoginLocked');
  expect(await owner.prove()).toBe('in');
});
