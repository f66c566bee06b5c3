/** Takes somebody from a stranger to a customer: signed up by call, then by hand in the pages. */
import type { Page } from '@playwright/test';
import { codeInOutbox } from '#outbox.ts';
import { expect, signIn } from '#stage.ts';
import { PERSON } from '../server/test/fixtures/applicant.ts';
import { drawDocument } from '../server/test/fixtures/drawn-documents.ts';

export const PASSWORD = 'Rau#muong7xao';

/** Allows time for a picture, which is decoded in a process that runs after everything else. */
export const SENT = { timeout: 60_000 };

type PostOptions = NonNullable<Parameters<Page['request']['post']>[1]>;

export interface Newcomer {
  readonly email: string;
  readonly phone: string;
  readonly fullName: string;
  readonly language: 'vi' | 'en';
  /** Present for a business only. */
  readonly company?: { readonly companyName: string; readonly taxCode: string };
}

/** Signs up and in, with an empty application. */
export async function signUp(page: Page, url: string, { company, ...who }: Newcomer): Promise<void> {
  await page.addInitScript((language) => localStorage.setItem('i18nextLng', language), who.language);
  const post = postTo(page, url);
  const version = company ? 'v2/register' : 'register';
  const kind = company && { kind: 'BUSINESS', ...company };
  const { sessionId } = await post(version, { data: { ...who, ...kind, password: PASSWORD } });
  await post(`${version}/${sessionId}/verify`, { data: { code: await codeInOutbox(page, url, who.email) } });
  await signIn(page, url, who.email, PASSWORD);
}

/** Fills in everything of a person who has signed up, with their card's pictures; resolves with the card's number. */
export async function fillIn(page: Page, url: string, seed: number): Promise<string> {
  const post = postTo(page, url);
  const { pictures, person } = await drawDocument('CARD_2024', seed);
  const images: string[] = [];
  for (const [at, kind] of ['ID_FRONT', 'ID_BACK'].entries())
    images.push((await post('ekyc/images', { multipart: { kind, file: pictureFile(pictures[at]) } })).imageId);
  const [frontImageId, backImageId] = images;
  const fields = { ...PERSON, idNumber: person.idNumber, frontImageId, backImageId };
  await post('registration', { data: { step: 'DETAILS', fields } });
  return person.idNumber;
}

/** Sends in what is filled in. */
export async function apply(page: Page, url: string): Promise<void> {
  await postTo(page, url)('registration/submit', { data: {} });
}

function postTo(page: Page, url: string) {
  return async (path: string, body: Pick<PostOptions, 'data' | 'multipart'>) => {
    const reply = await page.request.post(`${url}/api/investor/${path}`, { headers: { 'x-csrf': '1' }, ...body });
    expect(reply.ok(), await reply.text()).toBe(true);
    return reply.json();
  };
}

export function pictureFile(buffer: Buffer = Buffer.of()) {
  return { name: 'giay-to.jpg', mimeType: 'image/jpeg', buffer };
}

export async function choosePicture(page: Page, kind: string, buffer: Buffer): Promise<void> {
  await page.getByTestId(`picture-${kind}`).locator('input[type=file]').setInputFiles(pictureFile(buffer));
}

/** Types a name and accepts it with Enter, as somebody who knows it does. */
export async function choosePlace(page: Page, field: string, query: string): Promise<void> {
  await page.getByTestId(`application-${field}`).click();
  await page.keyboard.type(query);
  await page.keyboard.press('Enter');
  await expect(page.getByTestId(`application-${field}`)).not.toContainText(/Chọn|Choose/);
}

/** Signs the next paper with a code of its own. */
export async function signPaper(page: Page, url: string, phone: string): Promise<void> {
  await expect(page.getByTestId('paper-sign')).toBeDisabled();
  await page.getByTestId('paper-agree').click();
  await page.getByTestId('paper-sign').click();
  await expect(page.getByTestId('otp-code')).toBeFocused();
  await page.getByTestId('otp-code').fill(await codeInOutbox(page, url, phone));
  await page.keyboard.press('Enter');
  await expect(page.getByTestId('otp-code')).toHaveCount(0);
}
