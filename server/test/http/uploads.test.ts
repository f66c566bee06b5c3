/**
 * Checks files that arrive as forms, over real connections: whatever they contain and however they end, the sender gets
 * a reply or is disconnected, and the server accepts the next one.
 */
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { EventEmitter, once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { LIMITS } from '@mua/contract/limits';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { applicant, signedUp } from '#test/fixtures/applicant.ts';
import { JPEG, pictureForm, type StageDocuments, stageDocuments } from '#test/fixtures/documents.ts';
import { type Browser, type Platform, startPlatform } from '#test/fixtures/platform.ts';
import { sendBytes } from '#test/fixtures/wire.ts';

const PATH = '/api/investor/ekyc/images';
const TOO_MUCH = Buffer.alloc(LIMITS.pictureMaxBytes + 1, 0xff);

let platform: Platform;
let documents: StageDocuments;
let address: string;
let browser: Browser;

beforeAll(async () => {
  documents = stageDocuments();
  platform = await startPlatform({ documents });
  address = await platform.listen();
  browser = (await signedUp(platform, applicant())).browser;
});
afterAll(() => platform.close());

function sender(): Record<string, string> {
  return { 'x-csrf': '1', cookie: browser.cookie ?? '', 'x-account-slot': browser.slot ?? '' };
}

async function send(form: FormData, headers = sender()): Promise<{ status: number; code: string | undefined }> {
  const response = await fetch(address + PATH, { method: 'POST', headers, body: form });
  const body = (await response.json()) as { code?: string };
  return { status: response.status, code: body.code };
}

function formOf(...parts: readonly (readonly [string, string | Uint8Array<ArrayBuffer>])[]): FormData {
  const form = new FormData();
  for (const [name, value] of parts) form.append(name, typeof value === 'string' ? value : new Blob([value]));
  return form;
}

const picture = new Uint8Array(JPEG);

/** Requires that the next file is accepted, so nothing of the last one is left over. */
async function expectNext(): Promise<void> {
  // An investor who has used up the day's pictures can't test this.
  browser = (await signedUp(platform, applicant())).browser;
  expect(await send(formOf(['kind', 'SELFIE'], ['file', picture]))).toEqual({ status: 201, code: undefined });
}

test('a browser’s own form is accepted, whichever part comes first', async () => {
  expect((await send(formOf(['file', picture], ['kind', 'ID_FRONT']))).status).toBe(201);
  await expectNext();
});

test.each([
  ['more than one file', formOf(['kind', 'SELFIE'], ['file', picture], ['file', picture]), 400, 'BadRequest'],
  ['a file under another name', formOf(['kind', 'SELFIE'], ['picture', picture]), 400, 'BadRequest'],
  ['many fields', formOf(...Array.from({ length: 20 }, (_, at) => [`f${at}`, 'x'] as const)), 400, 'BadRequest'],
  ['a long field', formOf(['kind', 'x'.repeat(10_000)], ['file', picture]), 400, 'BadRequest'],
  [
    'more bytes than a picture may have',
    formOf(['kind', 'SELFIE'], ['file', new Uint8Array(TOO_MUCH)]),
    413,
    'maxSizeFileUpload',
  ],
])('%s is refused', async (_name, form, status, code) => {
  expect(await send(form)).toEqual({ status, code });
  await expectNext();
});

test('an unauthorised sender is answered without their file being stored, however long it is', async () => {
  expect(await send(formOf(['kind', 'SELFIE'], ['file', new Uint8Array(TOO_MUCH)]), { 'x-csrf': '1' })).toEqual({
    ...{ status: 401, code: 'Unauthorized' },
  });
  await expectNext();
});

function textOf(payload: Buffer, headers: Record<string, string>): Buffer {
  const lines = Object.entries({ host: 'localhost', ...sender(), ...headers }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  );
  return Buffer.concat([Buffer.from(`POST ${PATH} HTTP/1.1\r\n${lines.join('')}\r\n`), payload]);
}

test.each([
  ['a sender who hangs up in the middle', (length: number) => ({ 'content-length': String(length * 2) })],
  ['a form packed with gzip', (length: number) => ({ 'content-length': String(length), 'content-encoding': 'gzip' })],
])('%s leaves nothing behind', async (_name, more) => {
  const { payload, headers } = pictureForm('SELFIE');
  const answer = await sendBytes(address, textOf(payload, { ...headers, ...more(payload.length) }), 500);
  expect(answer?.status ?? 0).toBeLessThan(500);
  await expectNext();
});

/** Sends the text, hangs up once the server has the request, and resolves when the server knows of it. */
async function sendAndHangUp(text: Buffer): Promise<void> {
  const socket = connect(Number(new URL(address).port), '127.0.0.1');
  await new Promise<void>((closed) => {
    const onRequest = (message: unknown): void => {
      unsubscribe('http.server.request.start', onRequest);
      (message as { readonly request: IncomingMessage }).request.once('close', closed);
      socket.destroy();
    };
    subscribe('http.server.request.start', onRequest);
    socket.write(text);
  });
}

/** Holds the next picture in its intake until `finish`; `begun` resolves once it is there. */
function holdIntake(): { readonly begun: Promise<void>; readonly finish: () => void } {
  const { intakePicture } = documents;
  const gate = new EventEmitter();
  const finished = once(gate, 'finish');
  const begun = once(gate, 'begin').then(() => {});
  documents.intakePicture = async (bytes) => {
    documents.intakePicture = intakePicture;
    gate.emit('begin');
    await finished;
    return intakePicture(bytes);
  };
  return { begun, finish: () => gate.emit('finish') };
}

test.each([
  ['before its first byte', 0],
  ['in its first border', 6],
  ['in its kind', 70],
  ['in its file', 230],
])('a sender who hangs up %s while an earlier picture is taken in does not hold up the next one', async (_at, sent) => {
  browser = (await signedUp(platform, applicant())).browser;
  const { payload, headers } = pictureForm('ID_FRONT', Buffer.concat([JPEG, Buffer.alloc(30_000)]));
  const intake = holdIntake();
  const first = send(formOf(['kind', 'ID_FRONT'], ['file', picture]));
  await intake.begun;
  const whole = textOf(payload, { ...headers, 'content-length': String(payload.length) });
  await sendAndHangUp(whole.subarray(0, whole.length - payload.length + sent));
  intake.finish();
  expect((await first).status).toBe(201);
  expect(await send(formOf(['kind', 'ID_BACK'], ['file', picture]))).toEqual({ status: 201, code: undefined });
});

test('the API’s description covers forms and files', async () => {
  const { paths } = (await browser.get('/openapi.json')).json();
  expect(paths[PATH].post.requestBody.content['multipart/form-data'].schema.required).toEqual(['file', 'kind']);
  expect(paths[`${PATH}/{imageId}`].get.responses['200'].content).toHaveProperty('image/jpeg');
  expect(paths['/api/investor/register/{sessionId}/verify'].post.security).toEqual([{}, { browser: [] }]);
});
