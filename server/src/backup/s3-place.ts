/**
 * An S3-like object store as the place of backups: any that speaks signatures of version 4 under an address with the
 * bucket in its path. An object can't grow, so the growing segment is sent whole, now and then: that much of the log is
 * lost with the disk at most.
 */
import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { AwsClient } from 'aws4fetch';
import { BackupError, type BackupPlace, type LogKeeper, PARTIAL } from '#backup/place.ts';

export interface S3Access {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly region: string;
}

/** `address` is that of the bucket, or of a folder in it. */
export function openS3Place(address: string, access: S3Access): BackupPlace {
  const url = new URL(address.endsWith('/') ? address : `${address}/`);
  const [, bucket = '', ...folders] = url.pathname.split('/');
  const root = folders.map(decodeURIComponent).join('/');
  const client = new AwsClient({ ...access, service: 's3', retries: RETRIES });
  const call = async (method: string, path: string, body?: Buffer): Promise<Buffer> => {
    const headers = { 'x-amz-content-sha256': sha256(body ?? Buffer.alloc(0)) };
    const signal = AbortSignal.timeout(CALL_MS);
    const request = { method, headers, signal, ...(body ? { body: new Uint8Array(body) } : {}) };
    const response = await client.fetch(new URL(path, url.origin), request).catch((error: Error) => {
      throw new BackupError(`${url.host} does not answer: ${String(error.cause ?? error.message)}`);
    });
    const answer = Buffer.from(await response.arrayBuffer());
    if (!response.ok) throw refusal(method, address, response.status, answer.toString());
    return answer;
  };
  const objectPath = (key: string): string => `/${bucket}/${(root + key).split('/').map(encodeURIComponent).join('/')}`;
  const write = async (key: string, bytes: Buffer): Promise<void> => {
    await call('PUT', objectPath(key), bytes);
  };
  const remove = async (key: string): Promise<void> => {
    await call('DELETE', objectPath(key));
  };
  return {
    name: address.replace(/\/$/, ''),
    async list(prefix) {
      const keys: string[] = [];
      let next: string | undefined;
      do {
        const query = new URLSearchParams({ 'list-type': '2', 'encoding-type': 'url', prefix: root + prefix });
        if (next !== undefined) query.set('continuation-token', next);
        const page = (await call('GET', `/${bucket}?${query}`)).toString();
        keys.push(...elements(page, 'Key').map((key) => decodeURIComponent(key.replaceAll('+', ' '))));
        [next] = elements(page, 'NextContinuationToken');
      } while (next !== undefined);
      return keys.map((key) => key.slice(root.length)).sort();
    },
    read: (key) => call('GET', objectPath(key)),
    write,
    remove,
    openLog: (prefix) => openS3Log(prefix, { write, remove }),
  };
}

const RETRIES = 3;
const CALL_MS = 120_000;
/** Between two versions of a growing segment. */
const GROWTH_MS = 10_000;

function openS3Log(prefix: string, { write, remove }: Pick<BackupPlace, 'write' | 'remove'>): LogKeeper {
  let growing = { segment: '', bytes: Buffer.alloc(0) };
  let sentAtMs = performance.now();
  let waiting = new AbortController();
  /** Stays until something was sent: it may be said between two waits. */
  let isHurried = false;
  let isLast = false;
  return {
    async add(segment, offset, bytes, isComplete) {
      const before = growing.segment === segment ? growing.bytes.subarray(0, offset) : Buffer.alloc(0);
      if (before.length !== offset) throw new Error(`the log of ${segment} goes on at ${offset}, not ${before.length}`);
      growing = { segment, bytes: Buffer.concat([before, bytes]) };
      if (isComplete) {
        await write(`${prefix}/${segment}`, growing.bytes);
        await remove(`${prefix}/${segment}${PARTIAL}`);
        return;
      }
      const waitMs = isHurried || isLast ? 0 : sentAtMs + GROWTH_MS - performance.now();
      waiting = new AbortController();
      await sleep(waitMs, undefined, { signal: waiting.signal }).catch(() => {});
      isHurried = false;
      await write(`${prefix}/${segment}${PARTIAL}`, growing.bytes);
      sentAtMs = performance.now();
    },
    hurry(how) {
      isLast ||= how === 'forEver';
      isHurried = true;
      waiting.abort();
    },
    close: async () => {},
  };
}

function refusal(method: string, address: string, status: number, answer: string): BackupError {
  const [code = ''] = elements(answer, 'Code');
  const why = WAYS_OUT[code] ?? WAYS_OUT[String(status)] ?? '';
  return new BackupError(`${address}: ${method} was answered ${status} ${code}${why && `: ${why}`}`);
}

const WAYS_OUT: Readonly<Record<string, string>> = {
  '403':
    'are AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY and AWS_REGION those of this store, and may they read and write there?',
  NoSuchBucket: 'there is no such bucket; the address is https://<host>/<bucket>/<folder>',
  NoSuchKey: 'a part of the backup is missing: restore an earlier one with --to',
};

/** The contents of all elements of this name, of which these answers have no nested ones. */
function elements(xml: string, name: string): string[] {
  return [...xml.matchAll(new RegExp(`<${name}>([^<]*)</${name}>`, 'g'))].map(([, text = '']) =>
    text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&'),
  );
}

function sha256(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}
