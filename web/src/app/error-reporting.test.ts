// @vitest-environment jsdom
/** Checks what leaves the browser when something breaks, at the last possible point: a transport that records it. */
import { captureException, captureMessage, close, setUser } from '@sentry/react';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { reportError } from '#app/error-listener.ts';
import {
  isRecorded,
  isTold,
  type MakeTransport,
  type Recorder,
  recordOnly,
  startErrorReporting,
} from '#app/error-reporting.ts';

const SECRETS = ['kJ3_dlsPq02mVbnwe81-aa', '482913', 'an@mua.demo', '108C000001-01', '0901000001'];

let sent: string[] = [];
let show: (pathname: string) => void;
const transport: MakeTransport = () => ({
  send: async (envelope) => {
    sent.push(JSON.stringify(envelope));
    return {};
  },
  flush: async () => true,
});

beforeAll(() => {
  reportError(new Error('before the reporter came'));
  startErrorReporting({
    dsn: 'https://key@errors.example/1',
    release: '0.1.0',
    watchPath: (listener) => {
      show = listener;
      listener('/login');
    },
    transport,
  });
});
beforeEach(async () => {
  await vi.waitFor(() => expect(sent.join()).toContain('before the reporter came'));
});
afterAll(() => close());

test('an error caught by a boundary is reported with where it happened', async () => {
  sent = ['before the reporter came'];
  reportError(new TypeError('no price in the row'));
  await vi.waitFor(() => expect(sent.join()).toContain('no price in the row'));
  expect(sent.join()).toContain('error-reporting.test.ts');
});

test('no handle, code, number, name or query leaves the browser', async () => {
  sent = ['before the reporter came'];
  setUser({ email: 'an@mua.demo', id: '108C000001' });
  console.warn(`GET https://mua.example/login?returnUrl=/x#${SECRETS[0]} ${SECRETS.join(' ')}`);
  captureException(new Error(`refused: ${SECRETS.join(' ')}`), { extra: { state: { handle: SECRETS[0] } } });
  await vi.waitFor(() => expect(sent.join()).toContain('refused'));
  for (const secret of [...SECRETS, 'returnUrl']) expect(sent.join()).not.toContain(secret);
});

test.each([
  ['/', true],
  ['/trading/ZCEZ26', true],
  ['/account-overview', true],
  ['/account-overview/property/108C000001-01', true],
  ['/login', false],
  ['/sign-up', false],
  ['/verify', false],
  ['/verify/', false],
  ['/account-overview/digital-signature', false],
  ['/oauth/authorize', false],
  ['/account-overview/ekyc', false],
  ['/account-overview/bank-information', false],
  ['/account-overview/withdraw', false],
  ['/account-overview/security-account', false],
])('%s is recorded: %s', (pathname, recorded) => {
  expect(isRecorded(pathname)).toBe(recorded);
});

test('where documents are entered, shown or checked, nothing is reported or kept for later', async () => {
  sent = ['before the reporter came'];
  for (const path of ['/sign-up', '/account-overview/ekyc', '/account-overview/digital-signature', '/verify']) {
    expect(isTold(path)).toBe(false);
    show(path);
    console.warn('Nguyễn Thị Mẫu');
    captureException(new Error('Nguyễn Thị Mẫu'));
  }
  show('/trading/ZCEZ26');
  expect(isTold('/account-overview')).toBe(true);
  captureException(new Error('on the desk'));
  await vi.waitFor(() => expect(sent.join()).toContain('on the desk'));
  expect(sent.join()).not.toContain('Nguyễn Thị Mẫu');
});

test('the recorder stops before such a page and resumes after it, and is otherwise left alone', () => {
  let mode: string | undefined = 'session';
  const recorder: Recorder = {
    getRecordingMode: () => mode,
    startBuffering: vi.fn(() => {
      mode = 'buffer';
    }),
    stop: vi.fn(async () => {
      mode = undefined;
    }),
  };
  recordOnly(recorder, true);
  recordOnly(recorder, false);
  recordOnly(recorder, false);
  expect(recorder.stop).toHaveBeenCalledExactlyOnceWith({ flush: false });
  expect(recorder.startBuffering).not.toHaveBeenCalled();
  recordOnly(recorder, true);
  expect(recorder.startBuffering).toHaveBeenCalledOnce();
});

test('only errors and their recordings are sent: no sessions, no counts', async () => {
  sent = ['before the reporter came'];
  captureMessage('done');
  await vi.waitFor(() => expect(sent.join()).toContain('done'));
  const kinds = sent
    .slice(1)
    .flatMap((envelope) => JSON.parse(envelope)[1].map(([{ type }]: [{ type: string }]) => type));
  expect(kinds.filter((kind) => !['event', 'replay_event', 'replay_recording'].includes(kind))).toEqual([]);
});
