/** People who sign up at a started product, send pictures of their documents and have them read. */
import { type BenchInvestor, headersOf } from '#bench-product.ts';

const ANSWER_MS = 60_000;

export interface Newcomer {
  upload(kind: 'ID_FRONT' | 'ID_BACK' | 'PASSPORT', jpeg: Uint8Array): Promise<string>;
  /** Resolves to how many fields were read. */
  readIdCard(frontImageId: string, backImageId: string): Promise<number>;
  readPassport(imageId: string): Promise<number>;
}

/** Telephone numbers and mail addresses that nobody has had in this process. */
let count = 0;

export async function signUp(url: string): Promise<Newcomer> {
  count += 1;
  const email = `newcomer${count}@bench.test`;
  const who = { email, phone: `0988${String(count).padStart(6, '0')}`, password: 'Rau#muong7xao' };
  const stranger = { 'content-type': 'application/json', 'x-csrf': '1' };
  const begun = await post(`${url}/api/investor/register`, stranger, { ...who, fullName: 'Newcomer', language: 'vi' });
  const { sessionId } = (await begun.json()) as { sessionId: string };
  const verify = `${url}/api/investor/register/${sessionId}/verify`;
  const verified = await post(verify, stranger, { code: await codeTo(url, email) });
  return newcomer(url, await headersOf(verified));
}

function newcomer(url: string, headers: BenchInvestor['headers']): Newcomer {
  const { 'content-type': _json, ...bare } = headers;
  const read = async (path: string, body: object): Promise<number> => {
    const answer = await post(`${url}/api/investor/ekyc/verify/${path}`, headers, body);
    return Object.keys(((await answer.json()) as { fields: object }).fields).length;
  };
  return {
    async upload(kind, jpeg) {
      const form = new FormData();
      form.set('kind', kind);
      form.set('file', new Blob([Uint8Array.from(jpeg)], { type: 'image/jpeg' }), 'document.jpg');
      const answer = await sent(`${url}/api/investor/ekyc/images`, { method: 'POST', headers: bare, body: form });
      return ((await answer.json()) as { imageId: string }).imageId;
    },
    readIdCard: (frontImageId, backImageId) => read('id-card', { frontImageId, backImageId }),
    readPassport: (imageId) => read('passport', { imageId }),
  };
}

/** The newest message of the demo's outbox to that address. */
async function codeTo(url: string, email: string): Promise<string> {
  const { items } = (await (await sent(`${url}/api/dev/outbox`, {})).json()) as {
    items: readonly { to: string; text: string }[];
  };
  const text = items.find(({ to }) => to === email)?.text ?? '';
  return /\b\d{6}\b/.exec(text)?.[0] ?? '';
}

function post(url: string, headers: Readonly<Record<string, string>>, body: object): Promise<Response> {
  return sent(url, { method: 'POST', headers, body: JSON.stringify(body) });
}

async function sent(url: string, request: RequestInit): Promise<Response> {
  const answer = await fetch(url, { ...request, signal: AbortSignal.timeout(ANSWER_MS) });
  if (!answer.ok) throw new Error(`${url}: ${answer.status} ${await answer.text()}`);
  return answer;
}
