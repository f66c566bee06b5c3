/** What every bus keeps to, whatever carries it. */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import {
  type Bus,
  BusRefusedError,
  MESSAGE_LIMIT,
  MessageTooLongError,
  NoAnswerError,
  NotCarriedError,
} from '#bus/bus.ts';
import { createInProcessBus } from '#bus/in-process-bus.ts';
import { connectNats } from '#bus/nats-bus.ts';
import { CertificateAuthority } from '#test/fixtures/certificates.ts';
import { HAS_NATS, type NatsServer, startNats, startThreeNats } from '#test/fixtures/nats-server.ts';

const SOON_MS = 50;
/** Long enough on any machine. */
const LONG_MS = 20_000;

let nats: NatsServer | undefined;
afterAll(() => nats?.clear());

/** Two processes' ends of one bus. */
const KINDS: Readonly<Record<string, () => Promise<readonly [Bus, Bus]>>> = {
  'in process': async () => {
    const bus = createInProcessBus();
    return [bus, bus];
  },
  ...(HAS_NATS ? { NATS: ofNats } : {}),
};

async function ofNats(): Promise<readonly [Bus, Bus]> {
  nats ??= await startNats();
  const { url } = nats;
  const end = (name: string): Promise<Bus> => connectNats({ url, name });
  return [await end('one'), await end('other')];
}

describe.each(Object.entries(KINDS))('%s', (_name, open) => {
  test('whoever listens hears everything in order, until it stops', async () => {
    const [one, other] = await open();
    const heard: string[] = [];
    const stop = other.subscribe('prices', (text) => heard.push(text));
    await carried(one, other);
    for (const text of ['ngô', '458.25', '']) one.publish('prices', text);
    one.publish('others', 'not mine');
    await vi.waitUntil(() => heard.length === 3);
    expect(heard).toEqual(['ngô', '458.25', '']);
    stop();
    one.publish('prices', 'too late');
    await carried(one, other);
    expect(heard).toHaveLength(3);
    await Promise.all([one.close(), other === one ? undefined : other.close()]);
  });

  test('a request has its answer, nobody, or none in time', async () => {
    const [one, other] = await open();
    await expect(one.request('sums', '1+1', LONG_MS)).rejects.toThrow(NotCarriedError);
    const stop = other.serve('sums', async (text) => `${text}=2`);
    await carried(one, other);
    expect(await one.request('sums', '1+1', LONG_MS)).toBe('1+1=2');
    stop();
    other.serve('silence', () => new Promise(() => {}));
    other.serve('failure', () => Promise.reject(new Error('it failed')));
    await carried(one, other);
    await expect(one.request('sums', '1+1', LONG_MS)).rejects.toThrow(NotCarriedError);
    await expect(one.request('silence', '', SOON_MS)).rejects.toThrow(NoAnswerError);
    await expect(one.request('failure', '', SOON_MS)).rejects.toThrow(NoAnswerError);
    await Promise.all([one.close(), other === one ? undefined : other.close()]);
  });

  test('what is too long is refused where it is sent', async () => {
    const [one, other] = await open();
    const most = 'ă'.repeat(MESSAGE_LIMIT / 2);
    expect(() => one.publish('prices', `${most}.`)).toThrow(MessageTooLongError);
    await expect(one.request('prices', `${most}.`, LONG_MS)).rejects.toThrow(MessageTooLongError);
    const heard: string[] = [];
    other.subscribe('prices', (text) => heard.push(text));
    await carried(one, other);
    one.publish('prices', most);
    await vi.waitUntil(() => heard.length > 0);
    expect(heard).toEqual([most]);
    await Promise.all([one.close(), other === one ? undefined : other.close()]);
  });
});

describe.skipIf(!HAS_NATS)('NATS (skipped where nats-server is not installed)', () => {
  test('a bus that is killed is told of, and what is listened to is heard again once it is back', async () => {
    const own = await startNats();
    const states: boolean[] = [];
    const one = await connectNats({ url: own.url, name: 'one' }, { onAway: (isAway) => states.push(isAway) });
    const heard: string[] = [];
    one.subscribe('prices', (text) => heard.push(text));
    await own.kill();
    await vi.waitUntil(() => states.includes(true), { timeout: LONG_MS });
    expect(one.isAway).toBe(true);
    await own.startAgain();
    await vi.waitUntil(() => states.includes(false), { timeout: LONG_MS });
    expect(one.isAway).toBe(false);
    one.publish('prices', 'again');
    await vi.waitUntil(() => heard.includes('again'), { timeout: LONG_MS });
    await one.close();
    await own.clear();
  });

  test('a bus that refuses it for a while, as with a password that is being changed, is tried on', async () => {
    const own = await startNats();
    const one = await connectNats({ url: own.url, name: 'one' });
    const heard: string[] = [];
    one.subscribe('prices', (text) => heard.push(text));
    await own.kill();
    await own.startAgain({ password: 'another one' });
    await sleep(1_500);
    await own.kill();
    await own.startAgain();
    await vi.waitUntil(() => [one.publish('prices', 'again'), heard.includes('again')].at(-1), { timeout: LONG_MS });
    await one.close();
    await own.clear();
  });

  test('what its user may not say or hear is told, once for each subject', async () => {
    const own = await startNats();
    await own.kill();
    await own.startAgain({ permissions: { publish: { deny: 'rates' }, subscribe: { deny: 'prices' } } });
    const forbidden: unknown[] = [];
    const one = await connectNats({ url: own.url, name: 'one' }, { onForbidden: (...what) => forbidden.push(what) });
    one.subscribe('prices', () => {});
    for (let times = 0; times < 3; times += 1) one.publish('rates', '');
    await vi.waitUntil(() => forbidden.length === 2, { timeout: LONG_MS });
    await sleep(SOON_MS);
    expect(forbidden).toEqual([
      ['subscription', 'prices'],
      ['publish', 'rates'],
    ]);
    await one.close();
    await own.clear();
  });

  test('an answer that the bus can’t carry is none, and ends nobody', async () => {
    nats ??= await startNats();
    const { url } = nats;
    const one = await connectNats({ url, name: 'one' });
    const unheard: unknown[] = [];
    const hear = (error: unknown): void => void unheard.push(error);
    process.on('unhandledRejection', hear);
    onTestFinished(() => void process.off('unhandledRejection', hear));
    one.serve('everything', async () => '.'.repeat(MESSAGE_LIMIT + 1));
    await expect(one.request('everything', '', 500)).rejects.toThrow(NoAnswerError);
    expect(unheard).toEqual([]);
    await one.close();
  });

  test('each of three can be lost: who listened to it hears over another, and is answered', async () => {
    const three = await startThreeNats();
    onTestFinished(async () => void (await Promise.all(three.map((one) => one.clear()))));
    const url = three.map((one) => one.url).join(',');
    const [one, other] = await Promise.all(['one', 'other'].map((name) => connectNats({ url, name })));
    if (!one || !other) throw new Error('two ends');
    const heard = new Set<string>();
    other.subscribe('prices', (text) => heard.add(text));
    other.serve('sums', async (text) => `${text}=2`);
    for (const [index, lost] of three.entries()) {
      await lost.kill();
      // Told again and again: what is on its way when a wire is lost is lost.
      const news = `without ${index}`;
      await vi.waitUntil(() => [one.publish('prices', news), heard.has(news)].at(-1), { timeout: LONG_MS });
      const answer = () => one.request('sums', '1+1', LONG_MS).catch((error: Error) => error.name);
      await vi.waitUntil(async () => (await answer()) === '1+1=2', { timeout: LONG_MS });
      await lost.startAgain();
    }
    await Promise.all([one.close(), other.close()]);
  });

  test('what a listener can’t read is told, and everything else is heard on', async () => {
    nats ??= await startNats();
    const unheard: unknown[] = [];
    const one = await connectNats(
      { url: nats.url, name: 'one' },
      { onUnheard: (subject, error) => unheard.push([subject, error]) },
    );
    const fault = new Error('no JSON');
    one.subscribe('prices', (text) => {
      if (text === 'garbage') throw fault;
    });
    const heard: string[] = [];
    one.subscribe('rates', (text) => heard.push(text));
    one.publish('prices', 'garbage');
    one.publish('rates', '25500');
    await vi.waitUntil(() => heard.length > 0, { timeout: LONG_MS });
    expect([unheard, heard]).toEqual([[['prices', fault]], ['25500']]);
    await one.close();
  });

  test('who is not let in, and an address without a bus, are refused in one sentence', async () => {
    nats ??= await startNats();
    const wrong = nats.url.replace('house', 'stranger');
    await expect(connectNats({ url: wrong, name: 'one' })).rejects.toThrow(BusRefusedError);
    await expect(connectNats({ url: 'nats://127.0.0.1:1', name: 'one' })).rejects.toThrow(/^BUS_URL: /);
  });
});

describe.skipIf(!HAS_NATS)('NATS over TLS (skipped where nats-server is not installed)', () => {
  let house: CertificateAuthority;
  let stranger: CertificateAuthority;
  beforeAll(() => {
    house = new CertificateAuthority();
    stranger = new CertificateAuthority();
  });
  afterAll(() => {
    house.clear();
    stranger.clear();
  });

  async function certifiedAs(names: string): Promise<NatsServer> {
    const server = await startNats({ certificate: house.certify(names) });
    onTestFinished(server.clear);
    return server;
  }

  const over = (url: string, caFile?: string): Promise<Bus> => connectNats({ url, caFile, name: 'one' });
  const byName = ({ url }: NatsServer): string => url.replace('127.0.0.1', 'localhost');
  const byAddress = ({ url }: NatsServer): string => url;

  test.each([
    ['its name', 'DNS:localhost', byName],
    ['its address', 'IP:127.0.0.1', byAddress],
    ['any address of several', 'IP:127.0.0.1', (server: NatsServer) => `${byAddress(server)},tls://10.0.0.2:4222`],
  ])('carries questions and what is told, called by %s', async (_by, names, called) => {
    const server = await certifiedAs(names);
    const [one, other] = await Promise.all([over(called(server), house.caFile), over(called(server), house.caFile)]);
    const heard: string[] = [];
    other.subscribe('prices', (text) => heard.push(text));
    other.serve('sums', async (text) => `${text}=2`);
    await carried(one, other);
    one.publish('prices', 'ngô 458.25');
    expect(await one.request('sums', '1+1', LONG_MS)).toBe('1+1=2');
    await vi.waitUntil(() => heard.length === 1, { timeout: LONG_MS });
    expect(heard).toEqual(['ngô 458.25']);
    await Promise.all([one.close(), other.close()]);
  });

  test('a bus that a stranger has certified is not spoken to', async () => {
    const url = byName(await certifiedAs('DNS:localhost'));
    const refusal = (caFile?: string) => expect(over(url, caFile)).rejects;
    await refusal(stranger.caFile).toThrow(BusRefusedError);
    await refusal(stranger.caFile).toThrow(/^BUS_CA_FILE: .* is not signed by those in .*ca\.pem$/);
    await refusal().toThrow(/^BUS_CA_FILE: .* is not signed by anybody whom this machine knows$/);
  });

  test('nor one whose certificate is that of another machine', async () => {
    const elsewhere = await certifiedAs('DNS:elsewhere.example');
    const named = /^BUS_URL: the certificate is that of DNS:elsewhere\.example, not of localhost$/;
    await expect(over(byName(elsewhere), house.caFile)).rejects.toThrow(named);
    // What an address is compared with by the client itself.
    const local = await certifiedAs('DNS:localhost');
    await expect(over(byAddress(local), house.caFile)).rejects.toThrow(/not of 127\.0\.0\.1$/);
  });

  test('nor one that does not encrypt, and a file without a certificate is named', async () => {
    nats ??= await startNats();
    const plain = nats.url.replace('nats:', 'tls:');
    await expect(over(plain, house.caFile)).rejects.toThrow(/^BUS_URL: .*tls/);
    await expect(over(plain, '/nowhere/ca.pem')).rejects.toThrow(/^BUS_CA_FILE: \/nowhere\/ca\.pem can't be read/);
    const { keyFile } = house.certify('DNS:localhost');
    await expect(over(plain, keyFile)).rejects.toThrow(/^BUS_CA_FILE: .* can't be read/);
  });
});

/** Resolves when what was subscribed to before is known to the bus. */
async function carried(one: Bus, other: Bus): Promise<void> {
  let isKnown = false;
  const stop = other.subscribe('known', () => {
    isKnown = true;
  });
  await vi.waitUntil(
    () => {
      one.publish('known', '');
      return isKnown;
    },
    { timeout: LONG_MS, interval: 5 },
  );
  stop();
}
