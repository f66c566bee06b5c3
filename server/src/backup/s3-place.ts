/**
 * An S3-like object store as the place of backups: any that speaks signatures of version 4 under an address with the
 * bucket in its path. An object can't grow, so the growing segment is sent whole, now and then: that much of the log is
 * lost with the disk at most.
 */
import { createHash } from 'node:crypto';
import { AwsClient } from 'aws4fetch';
import { BackupError, type BackupPlace, type LogKeeper, otherContent, PARTIAL } from '#backup/place.ts';
import { type Clock, steadyClock } from '#ground/clock.ts';

export interface S3Access {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly region: string;
}

/** `address` is that of the bucket, or of a folder in it. */
export function openS3Place(
  address: string,
  access: S3Access,
  clock: Pick<Clock, 'nowMs' | 'at'> = steadyClock(),
): BackupPlace {
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
  const place: BackupPlace = {
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
    async write(key, bytes) {
      await call('PUT', objectPath(key), bytes);
    },
    async remove(key) {
      await call('DELETE', objectPath(key));
    },
    openLog: (prefix) => openS3Log(place, prefix, clock),
  };
  return place;
}

const RETRIES = 3;
const CALL_MS = 120_000;
/** From one version of a growing segment to the next. */
const GROWTH_MS = 10_000;
const NOTHING: Buffer = Buffer.alloc(0);

function openS3Log(place: BackupPlace, prefix: string, { nowMs, at }: Pick<Clock, 'nowMs' | 'at'>): LogKeeper {
  /** `there` is what the store has of it, which is more where this stream has begun behind the one before. */
  let growing = { segment: '', bytes: NOTHING, there: NOTHING };
  let dueMs = nowMs() + GROWTH_MS;
  let goOn: () => void = () => {};
  /** Stays until something was due: it may be said between two waits. */
  let isHurried = false;
  let isLast = false;

  async function find(key: string): Promise<Buffer> {
    return (await place.list(key)).includes(key) ? place.read(key) : NOTHING;
  }

  function demandAgreement(key: string, there: Buffer, bytes: Buffer): void {
    const length = Math.min(there.length, bytes.length);
    if (!there.subarray(0, length).equals(bytes.subarray(0, length))) throw otherContent(`${place.name}/${key}`);
  }

  return {
    async due() {
      if (!isHurried && !isLast && nowMs() < dueMs)
        await new Promise<void>((resolve) => {
          const cancel = at(dueMs, resolve);
          goOn = () => {
            cancel();
            resolve();
          };
        });
      isHurried = false;
      dueMs = nowMs() + GROWTH_MS;
    },
    async add(segment, offset, more, isComplete) {
      const whole = `${prefix}/${segment}`;
      const partial = whole + PARTIAL;
      if (growing.segment !== segment) growing = { segment, bytes: NOTHING, there: await find(partial) };
      const before = growing.bytes.subarray(0, offset);
      if (before.length !== offset) throw new Error(`the log of ${segment} goes on at ${offset}, not ${before.length}`);
      const bytes = Buffer.concat([before, more]);
      growing = { ...growing, bytes };
      demandAgreement(partial, growing.there, bytes);
      // Looked for each time: another server may have completed it meanwhile.
      const complete = await find(whole);
      demandAgreement(whole, complete, bytes);
      if (isComplete) {
        if (complete.length < bytes.length) await place.write(whole, bytes);
        await place.remove(partial);
      } else if (bytes.length > Math.max(complete.length, growing.there.length)) {
        await place.write(partial, bytes);
        growing = { ...growing, there: bytes };
      }
    },
    hurry(how) {
      isLast ||= how === 'forEver';
      isHurried = true;
      goOn();
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
