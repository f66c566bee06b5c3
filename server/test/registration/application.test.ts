/** The application: half filled, finished elsewhere, sent in, refused and sent in again; and the pictures that belong to it. */
import { LIMITS } from '@mua/contract/limits';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  applicant,
  BUSINESS,
  COMPANY,
  fillIn,
  NEW_PASSWORD,
  type Newcomer,
  operate,
  PERSON,
  save,
  signedUp,
  signUp,
  statusOf,
  submit,
  upload,
} from '#test/fixtures/applicant.ts';
import { codeTo, outbox, stepUp } from '#test/fixtures/codes.ts';
import { JPEG, pictureForm, type StageDocuments, stageDocuments } from '#test/fixtures/documents.ts';
import { Browser, ENDLESS_SIGN_INS, type Platform, startPlatform } from '#test/fixtures/platform.ts';

let platform: Platform;
let documents: StageDocuments;
let newcomer: Newcomer;
let browser: Browser;

beforeAll(async () => {
  documents = stageDocuments();
  platform = await startPlatform({ limits: { signInAttempts: ENDLESS_SIGN_INS }, documents });
});
afterAll(() => platform.close());
beforeEach(async () => {
  documents.faults = [];
  platform.clock.advanceBy(3_600_000);
  newcomer = await signedUp(platform, applicant());
  browser = newcomer.browser;
});

let cards = 0;
/** A document that nobody else has. */
function aCard(): string {
  cards += 1;
  return `0011990${String(cards).padStart(5, '0')}`;
}

const read = async () => (await browser.get('/api/investor/registration')).json();

describe('the draft', () => {
  test('is kept exactly as it was typed, and says what is missing', async () => {
    const half = { fullName: '  Nguyễn  ', dateOfBirth: '1999-0', idNumber: '00119' };
    const saved = (await save(browser, 'DETAILS', half)).json();
    expect(saved).toMatchObject({ fields: half, isComplete: false, status: 'DRAFT' });
    expect(saved.steps).toEqual([
      { step: 'DOCUMENT', state: 'EMPTY' },
      { step: 'PICTURES', state: 'EMPTY' },
      { step: 'DETAILS', state: 'PARTIAL' },
      { step: 'ADDRESS', state: 'EMPTY' },
    ]);
    expect(saved.faults).toContainEqual({ step: 'DETAILS', field: 'dateOfBirth', fault: 'FORMAT' });
    expect(saved.faults[0]).toEqual({ step: 'DOCUMENT', field: 'documentType', fault: 'REQUIRED' });
  });

  test('is the same on another device, and one step leaves the others alone', async () => {
    await save(browser, 'DETAILS', { fullName: 'Nguyễn Văn Mới' });
    await save(browser, 'ADDRESS', { street: '12 Quán Thánh' });
    const elsewhere = new Browser(platform);
    const { email } = (await browser.get('/api/investor/me')).json();
    await elsewhere.signIn(email, 'Rau#muong7xao');
    expect((await elsewhere.get('/api/investor/registration')).json().fields).toEqual({
      ...{ fullName: 'Nguyễn Văn Mới', street: '12 Quán Thánh' },
    });
  });

  test('lies sealed in the database: no number stands there in the clear', async () => {
    const idNumber = aCard();
    await save(browser, 'DETAILS', { idNumber });
    const rows = await platform.database.pool.query('select * from registration');
    expect(JSON.stringify(rows.rows, (_, value) => String(value))).not.toContain(idNumber);
  });

  test('knows no place that is not there, and nothing that nobody can see', async () => {
    const saved = (await save(browser, 'ADDRESS', { ...PERSON, provinceId: '04', street: 'a\u202eb' })).json();
    expect(saved.faults.filter(({ step }: { step: string }) => step === 'ADDRESS')).toEqual([
      { step: 'ADDRESS', field: 'wardId', fault: 'FORMAT' },
      { step: 'ADDRESS', field: 'street', fault: 'FORMAT' },
    ]);
  });

  test('keeps no control character: it would write on the terminal that shows the application', async () => {
    const typed = { fullName: 'X\u001b[31m\r\nSecond\tname', street: '\u001b]0;title\u0007', issuePlace: 'a\ud800b' };
    expect((await save(browser, 'DETAILS', typed)).json().fields).toEqual({
      ...{ fullName: 'X [31m Second name', street: ' ]0;title ', issuePlace: 'a b' },
    });
  });

  test.each([
    ['nothing that can be seen', { fullName: '\u200b\u2060' }],
    ['a hidden hyphen', { fullName: 'Nguyễn\u00ad Văn' }],
    ['letters that no contract can print', { fullName: 'محمد' }],
    ['another script', { fullName: '阮文新' }],
    ['a picture', { fullName: 'Nguyễn 🙂' }],
    ['a letter that draws nothing', { fullName: '\u3164' }],
  ])('%s is no name', async (_name, fields) => {
    const { faults } = (await save(browser, 'DETAILS', { ...PERSON, ...fields })).json();
    expect(faults.filter(({ step }: { step: string }) => step === 'DETAILS')).toEqual([
      { step: 'DETAILS', field: 'fullName', fault: 'FORMAT' },
    ]);
  });

  test('of the demo people there is none', async () => {
    const an = new Browser(platform);
    await an.signIn('an@mua.demo');
    for (const response of [
      await an.get('/api/investor/registration'),
      await an.get('/api/investor/ekyc/108C000001'),
      await save(an, 'DETAILS', {}),
      await submit(an),
      await upload(an, 'ID_FRONT'),
    ])
      expect([response.statusCode, response.json().code]).toEqual([404, 'EkycRecordNotFound']);
  });
});

describe('sending in', () => {
  test('is refused with the first field that is missing', async () => {
    expect((await submit(browser)).json()).toMatchObject({ code: 'BadRequest', facts: { field: 'documentType' } });
    await fillIn(browser, { ...PERSON, idNumber: aCard(), dateOfBirth: '2015-01-01' });
    expect((await submit(browser)).json()).toMatchObject({ code: 'BadRequest', facts: { field: 'dateOfBirth' } });
    expect(await statusOf(browser)).toBe('DRAFT');
  });

  test('tells by mail and in the mailbox, once however often it is clicked', async () => {
    expect(await fillIn(browser, { ...PERSON, idNumber: aCard() })).toMatchObject({ isComplete: true, faults: [] });
    const answers = await Promise.all([submit(browser), submit(browser), submit(browser)]);
    expect(answers.map((answer) => answer.json().status)).toEqual(['PENDING', 'PENDING', 'PENDING']);
    const { email } = (await browser.get('/api/investor/me')).json();
    expect(
      (await outbox(platform)).filter(({ to, subject }) => to === email && /review/.test(subject ?? '')),
    ).toHaveLength(1);
    const { items } = (await browser.get(`/api/notification/${newcomer.investorId}/mailbox`)).json();
    expect(items).toMatchObject([{ code: 'StatusPending', facts: { nextStep: 'WAIT_FOR_REVIEW' }, isRead: false }]);
    const unread = await browser.post(
      `/api/notification/${newcomer.investorId}/mailbox/${items[0].mailboxId}/read`,
      {},
    );
    expect(unread.json()).toEqual({ unread: 0 });
  });

  test('what is under review stays as it was sent in', async () => {
    await fillIn(browser, { ...PERSON, idNumber: aCard() });
    await submit(browser);
    expect((await save(browser, 'DETAILS', { fullName: 'X' })).json().code).toBe('RegistrationUnderReview');
    expect((await upload(browser, 'ID_FRONT')).json().code).toBe('RegistrationUnderReview');
  });

  test('a business sends its company in as well', async () => {
    const who = applicant();
    const { sessionId } = await signUp(platform, { ...who, ...COMPANY });
    const office = new Browser(platform);
    const code = await codeTo(platform, who.email);
    await office.post(`/api/investor/v2/register/${sessionId}/verify`, { code });
    expect((await fillIn(office, { ...BUSINESS, idNumber: aCard(), taxCode: '0100112430' })).faults).toEqual([
      { step: 'COMPANY', field: 'taxCode', fault: 'CHECKSUM' },
    ]);
    await save(office, 'COMPANY', { taxCode: COMPANY.taxCode });
    expect((await submit(office)).json()).toMatchObject({ status: 'PENDING', kind: 'BUSINESS' });
  });
});

describe('one document is one customer', () => {
  test('of two who send the same one in at once, one is under review', async () => {
    const idNumber = aCard();
    const { browser: other } = await signedUp(platform, applicant());
    await fillIn(browser, { ...PERSON, idNumber });
    await fillIn(other, { ...PERSON, idNumber });
    const answers = await Promise.all([submit(browser), submit(other)]);
    expect(answers.map((answer) => answer.json().code ?? 'in').sort()).toEqual(['IdCardNumberExisted', 'in']);
    const statuses = [await statusOf(browser), await statusOf(other)];
    expect(statuses.sort()).toEqual(['DRAFT', 'PENDING']);
  });

  test('is known to whoever asks, and free again when the application is refused', async () => {
    const idNumber = aCard();
    await fillIn(browser, { ...PERSON, idNumber });
    await submit(browser);
    const { browser: other } = await signedUp(platform, applicant());
    const exists = async (asker: Browser) =>
      (await asker.get(`/api/investor/exists/id-card?value=${idNumber}`)).json().exists;
    expect([await exists(other), await exists(browser)]).toEqual([true, false]);
    await operate(platform, `registrations/${newcomer.investorId}/reject`, { reason: 'not the same person' });
    expect(await exists(other)).toBe(false);
    await fillIn(other, { ...PERSON, idNumber });
    expect((await submit(other)).json().status).toBe('PENDING');
  });
});

describe('an account that is deleted before its application is decided', () => {
  test('gives its document and its pictures up, and is no case any more', async () => {
    const idNumber = aCard();
    await fillIn(browser, { ...PERSON, idNumber });
    await submit(browser);
    const { frontImageId } = (await read()).fields;
    await stepUp(browser, NEW_PASSWORD);
    expect((await browser.post('/api/investor/security/deletion', {})).statusCode).toBe(200);
    const deleted = await operate(platform, 'investors/delete', { investorId: newcomer.investorId });
    expect(deleted.statusCode).toBe(200);
    const { browser: again } = await signedUp(platform, applicant());
    expect((await again.get(`/api/investor/exists/id-card?value=${idNumber}`)).json().exists).toBe(false);
    await fillIn(again, { ...PERSON, idNumber });
    expect((await submit(again)).json()).toMatchObject({ status: 'PENDING' });
    const asked = await operate(platform, `registrations/${newcomer.investorId}/approve`);
    expect(asked.json().code).toBe('EkycRecordNotFound');
    await expect
      .poll(() => {
        platform.clock.advanceBy(3_600_000);
        return documents.kept.has(frontImageId);
      })
      .toBe(false);
  });
});

describe('after a refusal', () => {
  test('the reason is told, saving makes a draft of it again, and it is sent in anew', async () => {
    await fillIn(browser, { ...PERSON, idNumber: aCard() });
    await submit(browser);
    await operate(platform, `registrations/${newcomer.investorId}/reject`, { reason: 'not the same person' });
    expect(await read()).toMatchObject({
      status: 'REJECTED',
      statusReason: 'not the same person',
      nextStep: 'APPLY_AGAIN',
    });
    expect((await submit(browser)).json().code).toBe('InvestorNotVerified');
    expect((await save(browser, 'DETAILS', { idNumber: aCard() })).json()).toMatchObject({
      // What is to be mended is still told while it is mended.
      ...{ status: 'DRAFT', statusReason: 'not the same person' },
    });
    expect((await submit(browser)).json()).toMatchObject({ status: 'PENDING', statusReason: null });
  });

  test('what was given back is completed and sent in again', async () => {
    await fillIn(browser, { ...PERSON, idNumber: aCard() });
    await submit(browser);
    await operate(platform, `registrations/${newcomer.investorId}/return`, { reason: 'the back is blurred' });
    const { items } = (await browser.get(`/api/notification/${newcomer.investorId}/mailbox`)).json();
    expect(items[0]).toMatchObject({ code: 'StatusIncomplete', facts: { reason: 'the back is blurred' } });
    await upload(browser, 'ID_BACK');
    expect((await submit(browser)).json()).toMatchObject({ status: 'PENDING' });
  });
});

describe('the identity record', () => {
  test('is the application by its other name, with the address as contracts print it', async () => {
    const created = (await browser.post('/api/investor/ekyc/personal', PERSON)).json();
    expect(created).toMatchObject({
      ...{ investorCode: newcomer.investorId, kind: 'PERSONAL', fields: PERSON },
      contactAddress: '12 Quán Thánh, Phường Ba Đình, Thành phố Hà Nội',
    });
    const changed = await browser.post(`/api/investor/ekyc/personal/${created.ekycId}`, { street: '14 Quán Thánh' });
    expect(changed.json().contactAddress).toBe('14 Quán Thánh, Phường Ba Đình, Thành phố Hà Nội');
    expect((await browser.get(`/api/investor/ekyc/${newcomer.investorId}`)).json()).toEqual(changed.json());
  });

  test('an old address names its district', async () => {
    const before = { addressScheme: 'before', provinceId: 'thanh-pho-ho-chi-minh', districtId: 'quan-1' };
    const wards = `/api/location/provinces/${before.provinceId}/districts/${before.districtId}/wards?scheme=before`;
    const [ward] = (await browser.get(wards)).json().items;
    const fields = { ...PERSON, ...before, wardId: ward.id };
    const { contactAddress } = (await browser.post('/api/investor/ekyc/personal', fields)).json();
    expect(contactAddress).toBe(`12 Quán Thánh, ${ward.name.vi}, Quận 1, Thành phố Hồ Chí Minh`);
  });

  test.each([
    ['ekyc/enterprise', 'a person is no enterprise'],
    ['ekyc/personal/never-was', 'another record'],
  ])('%s: %s', async (path) => {
    expect((await browser.post(`/api/investor/${path}`, PERSON)).json().code).toBe('EkycRecordNotFound');
  });
});

describe('pictures', () => {
  test('are shown to their owner as they were kept, and each look is on the audit log', async () => {
    const { imageId } = (await upload(browser, 'ID_FRONT')).json();
    const seen = await browser.get(`/api/investor/ekyc/images/${imageId}`);
    expect(seen.rawPayload.equals(JPEG)).toBe(true);
    expect(seen.headers).toMatchObject({
      ...{ 'content-type': 'image/jpeg', 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' },
      'content-disposition': `inline; filename="${imageId}.jpg"`,
    });
    const looks = await platform.database.pool.query(
      `select 1 from audit_row where route = 'readEkycImage' and actor_id = $1`,
      [newcomer.investorId],
    );
    expect(looks.rowCount).toBe(1);
  });

  test('of somebody else, or not there, are not found; nor can they be named in an application', async () => {
    const { browser: other } = await signedUp(platform, applicant());
    const { imageId } = (await upload(other, 'ID_FRONT')).json();
    expect((await browser.get(`/api/investor/ekyc/images/${imageId}`)).json().code).toBe('FileNotFound');
    expect((await save(browser, 'PICTURES', { frontImageId: imageId })).json().code).toBe('FileNotFound');
    const card = { frontImageId: imageId, backImageId: imageId };
    expect((await browser.post('/api/investor/ekyc/verify/id-card', card)).json().code).toBe('FileNotFound');
  });

  test.each([
    ['no picture', pictureForm('ID_FRONT', Buffer.from('<svg/>')), 400, 'InvalidType', { allowed: 'JPEG, PNG' }],
    ['too much', pictureForm('ID_FRONT', Buffer.alloc(LIMITS.pictureMaxBytes + 1, 0xff)), 413, 'maxSizeFileUpload', {}],
    ['an unknown kind', pictureForm('HAT'), 400, 'BadRequest', { field: 'kind' }],
    ['no bytes', pictureForm('ID_FRONT', Buffer.alloc(0)), 400, 'BadRequest', { field: 'file' }],
    [
      'no border',
      { ...pictureForm('ID_FRONT'), headers: { 'content-type': 'multipart/form-data; boundary=y' } },
      400,
      'BadRequest',
      {},
    ],
    [
      'JSON',
      { payload: '{}', headers: { 'content-type': 'application/json' } },
      400,
      'BadRequest',
      { field: 'content-type' },
    ],
  ])('%s is refused', async (_name, form, status, code, facts) => {
    const response = await browser.send({ method: 'POST', url: '/api/investor/ekyc/images', ...form });
    expect([response.statusCode, response.json()]).toMatchObject([status, { code, facts }]);
  });

  test('another of its kind takes the place of one that nobody has named', async () => {
    const first = (await upload(browser, 'ID_FRONT')).json().imageId;
    const second = (await upload(browser, 'ID_FRONT')).json().imageId;
    expect([documents.kept.has(first), documents.kept.has(second)]).toEqual([false, true]);
    await save(browser, 'PICTURES', { frontImageId: second });
    const third = (await upload(browser, 'ID_FRONT')).json().imageId;
    expect(documents.kept.has(second)).toBe(true);
    await save(browser, 'PICTURES', { frontImageId: third });
    expect([documents.kept.has(second), documents.kept.has(third)]).toEqual([false, true]);
    expect((await read()).pictures).toHaveLength(1);
  });

  test('so many a day, replaced ones too; the next day there is room', async () => {
    const answers = [];
    for (let at = 0; at <= LIMITS.picturesPerDay; at += 1) answers.push((await upload(browser, 'SELFIE')).statusCode);
    expect(answers.slice(0, -1).every((status) => status === 201)).toBe(true);
    expect(answers.at(-1)).toBe(429);
    platform.clock.advanceBy(24 * 3_600_000);
    expect((await upload(browser, 'SELFIE')).statusCode).toBe(201);
  });

  test('so much in all', async () => {
    await upload(browser, 'SELFIE');
    await platform.database.pool.query('update registration_picture set bytes = $2 where investor_id = $1', [
      ...[newcomer.investorId, LIMITS.picturesBytes - 1],
    ]);
    expect((await upload(browser, 'ID_FRONT')).json().code).toBe('TooManyRequests');
  });

  test('one that is hard to read stands in the way until something was read from it', async () => {
    documents.faults = ['BLURRED'];
    const { faults, pictures } = await fillIn(browser, { ...PERSON, idNumber: aCard() });
    expect(pictures[0]).toMatchObject({ kind: 'ID_FRONT', faults: [{ code: 'BLURRED' }] });
    expect(faults).toEqual([
      { step: 'PICTURES', field: 'frontImageId', fault: 'PICTURE_FAULTY' },
      { step: 'PICTURES', field: 'backImageId', fault: 'PICTURE_FAULTY' },
    ]);
    const [front, back] = pictures;
    const card = { frontImageId: front?.imageId, backImageId: back?.imageId };
    const reading = (await browser.post('/api/investor/ekyc/verify/id-card', card)).json();
    expect(reading.fields.idNumber).toMatchObject({ source: 'QR' });
    expect(await read()).toMatchObject({ reading, faults: [], isComplete: true });
  });

  test('a reading vouches for the pictures that it came from and no others', async () => {
    await fillIn(browser, { ...PERSON, idNumber: aCard() });
    const { frontImageId, backImageId } = (await read()).fields;
    await browser.post('/api/investor/ekyc/verify/id-card', { frontImageId, backImageId });
    expect((await read()).reading).not.toBeNull();
    documents.faults = ['TOO_DARK'];
    const dark = (await upload(browser, 'ID_FRONT')).json().imageId;
    const saved = (await save(browser, 'PICTURES', { frontImageId: dark })).json();
    expect(saved).toMatchObject({ reading: null, isComplete: false });
    expect(saved.faults).toEqual([{ step: 'PICTURES', field: 'frontImageId', fault: 'PICTURE_FAULTY' }]);
    expect((await submit(browser)).json()).toMatchObject({ code: 'BadRequest', facts: { field: 'frontImageId' } });
  });

  test('one that is handed in while its pictures are read keeps what it was handed in with', async () => {
    await fillIn(browser, { ...PERSON, idNumber: aCard() });
    const { frontImageId, backImageId } = (await read()).fields;
    const { readIdCard } = documents;
    documents.readIdCard = async (...pictures) => {
      expect((await submit(browser)).statusCode).toBe(200);
      return readIdCard(...pictures);
    };
    const late = await browser.post('/api/investor/ekyc/verify/id-card', { frontImageId, backImageId });
    documents.readIdCard = readIdCard;
    expect([late.statusCode, late.json().code]).toEqual([409, 'RegistrationUnderReview']);
    expect(await read()).toMatchObject({ reading: null, status: 'PENDING' });
  });

  test('a picture of another kind is none of the field', async () => {
    await fillIn(browser, { ...PERSON, idNumber: aCard() });
    const back = (await upload(browser, 'LICENCE')).json().imageId;
    const { faults } = (await save(browser, 'PICTURES', { frontImageId: back, backImageId: back })).json();
    expect(faults).toEqual([
      { step: 'PICTURES', field: 'frontImageId', fault: 'REQUIRED' },
      { step: 'PICTURES', field: 'backImageId', fault: 'REQUIRED' },
    ]);
  });

  test('a passport is read from its own page only', async () => {
    const { imageId } = (await upload(browser, 'PASSPORT')).json();
    expect((await browser.post('/api/investor/ekyc/verify/passport', { imageId })).statusCode).toBe(200);
    const front = (await upload(browser, 'ID_FRONT')).json().imageId;
    expect((await browser.post('/api/investor/ekyc/verify/passport', { imageId: front })).json().code).toBe(
      'FileNotFound',
    );
  });
});

test('a disk without room is nobody’s fault: the picture is not there, and the next one is', async () => {
  const { put } = documents.vault;
  documents.vault.put = async () => Promise.reject(Object.assign(new Error('full'), { code: 'ENOSPC' }));
  const refused = await upload(browser, 'ID_FRONT');
  documents.vault.put = put;
  expect([refused.statusCode, refused.json().code]).toEqual([503, 'ServiceUnavailable']);
  expect((await read()).pictures).toEqual([]);
  expect((await upload(browser, 'ID_FRONT')).statusCode).toBe(201);
});

describe('what is kept no longer', () => {
  const DAY_MS = 24 * 3_600_000;
  /** A leap of ninety days sweeps some thousand times. */
  const PATIENT = { timeout: 20_000, interval: 100 };
  // Swept once an hour by the product's clock.
  const pass = async (days: number) => {
    platform.clock.advanceBy(days * DAY_MS);
    await expect
      .poll(() => {
        platform.clock.advanceBy(3_600_000);
        return documents.kept.has(watched);
      }, PATIENT)
      .toBe(false);
  };
  let watched = '';

  test('a picture of a sign-up that was never verified, after a day', async () => {
    const { sessionId } = await signUp(platform, applicant());
    const url = `/api/investor/register/${sessionId}/images`;
    watched = (await new Browser(platform).send({ method: 'POST', url, ...pictureForm('ID_FRONT') })).json().imageId;
    expect(documents.kept.has(watched)).toBe(true);
    await pass(1);
  });

  test('pictures of an application that was never sent in, after ninety days', async () => {
    watched = (await upload(browser, 'ID_FRONT')).json().imageId;
    platform.clock.advanceBy((LIMITS.picturesKeptDays - 1) * DAY_MS);
    expect(documents.kept.has(watched)).toBe(true);
    await pass(1);
  });

  test('those of a refused one, and of one given back that nobody goes on with, but not of one that waits', async () => {
    await fillIn(browser, { ...PERSON, idNumber: aCard() });
    await submit(browser);
    const waiting = (await read()).fields.frontImageId;
    const decided = [];
    for (const decision of ['reject', 'return']) {
      const other = await signedUp(platform, applicant());
      await fillIn(other.browser, { ...PERSON, idNumber: aCard() });
      await submit(other.browser);
      decided.push((await other.browser.get('/api/investor/registration')).json().fields.frontImageId);
      await operate(platform, `registrations/${other.investorId}/${decision}`, {});
    }
    watched = decided[1];
    platform.clock.advanceBy((LIMITS.picturesKeptDays - 1) * DAY_MS);
    expect(decided.map((id) => documents.kept.has(id))).toEqual([true, true]);
    await pass(1);
    expect([...decided, waiting].map((id) => documents.kept.has(id))).toEqual([false, false, true]);
  });
});
