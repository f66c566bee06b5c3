// @vitest-environment jsdom
/** The application on screen: what is missing, what the server says, what is saved, and what a reading fills in. */
import {
  type DocumentReading,
  type Registration,
  type RegistrationFields,
  STEPS_OF,
} from '@mua/contract/entities/registration';
import { QueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { AN } from '#mock/sample-records.ts';
import { applicationCalls, registrationQuery } from '#pages/account-overview/ekyc/application.ts';
import { EkycPage } from '#pages/account-overview/ekyc/ekyc-page.tsx';
import { fetched, preparePages, refused, renderPage } from '#test/page.tsx';

const CARD: RegistrationFields = {
  ...{ documentType: 'CITIZEN_CARD', frontImageId: 'front', backImageId: 'back' },
  ...{ fullName: 'Nguyễn Văn Mẫu', dateOfBirth: '1999-01-15', sex: 'M', nationality: 'VNM' },
  ...{ idNumber: '001099012345', issueDate: '2021-05-10', issuePlace: 'Cục Cảnh sát', permanentAddress: 'Hà Nội' },
  ...{ addressScheme: '2025', provinceId: '01', wardId: '00004', street: '12 Quán Thánh' },
};
const EMPTY: Registration = {
  ...{
    kind: 'PERSONAL',
    status: 'DRAFT',
    statusReason: null,
    stepToMend: null,
    nextStep: null,
    investorCode: '108C000009',
  },
  ...{ agentCode: null, steps: STEPS_OF.PERSONAL.map((step) => ({ step, state: 'EMPTY' as const })), fields: {} },
  ...{ faults: [], pictures: [], reading: null, isComplete: false, savedAt: null, submittedAt: null, decidedAt: null },
};

const EXTRA_INFO = {
  ...{ version: '0', venue: 'simulated', marketHours: 'exchange', clock: 'system' },
  ...{ engineTime: '2026-11-25T02:00:00.000Z', demoSignIn: null },
};

/** The application as the server has it; a test changes it before it renders. */
let server: Registration;
let mode: 'demo' | 'live';
/** Of a call by the end of its address; the server's own answer where there is none. */
let answers: Record<string, () => Response | Promise<Response>>;
const places = (id: string, name: string) =>
  Response.json({ items: [{ id, name: { vi: name, en: name } }], nextCursor: null });
const read = (value: string, source: 'QR' | 'MRZ' = 'QR') => ({ value, source, confidence: 1 });
/** The server's answer to a reading, which stays with the application. */
const keptReading = (reading: DocumentReading) => {
  server = { ...server, reading };
  return Response.json(reading);
};
const saves = () =>
  fetched.mock.calls.flatMap(([address, init]) =>
    String(address).endsWith('/registration') && init?.method === 'POST' ? [JSON.parse(String(init.body))] : [],
  );

const served: typeof fetch = async (address, init) => {
  const { pathname } = new URL(String(address), 'http://localhost');
  const said = Object.entries(answers).find(([end]) => pathname.endsWith(end))?.[1];
  if (said) return said();
  if (pathname.endsWith('/extra-info')) return Response.json({ ...EXTRA_INFO, mode });
  if (pathname.endsWith('/provinces')) return places('01', 'Thành phố Hà Nội');
  if (pathname.endsWith('/wards')) return places('00004', 'Phường Ba Đình');
  if (pathname.endsWith('/investor/me')) return Response.json(AN);
  if (pathname.includes('/location/')) return Response.json({ items: [], nextCursor: null });
  if (!pathname.endsWith('/registration')) return refused(404, 'NotFound');
  if (init?.method === 'POST') {
    const { fields } = JSON.parse(String(init.body));
    server = { ...server, fields: { ...server.fields, ...fields }, savedAt: '2026-11-25T02:00:00.000Z' };
  }
  return Response.json(server);
};

preparePages();
beforeEach(() => {
  fetched.mockImplementation(served);
  vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener() {}, removeEventListener() {} }));
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  );
  URL.createObjectURL = () => 'blob:picture';
  URL.revokeObjectURL = () => undefined;
  server = EMPTY;
  answers = {};
  mode = 'live';
});

function Page() {
  const { step } = useSearch({ strict: false }) as { step?: string };
  const navigate = useNavigate();
  return <EkycPage asked={step} onGo={(next) => void navigate({ to: '.', search: { step: next } as never })} />;
}

async function open(step?: string) {
  const at = `/account-overview/ekyc${step ? `?step=${step}` : ''}`;
  const { router, user } = await renderPage(<Page />, { at });
  await screen.findByTestId('application');
  return { user, router };
}

const next = () => screen.getByTestId('application-next');
const field = (name: string) => screen.getByTestId(`application-${name}`);
const isAt = (heading: string) => screen.findByRole('heading', { name: heading });

test.each([
  ['PERSONAL', ['Loại giấy tờ', 'Chụp ảnh', 'Kiểm tra thông tin', 'Địa chỉ liên hệ']],
  ['BUSINESS', ['Tổ chức', 'Loại giấy tờ', 'Chụp ảnh', 'Kiểm tra thông tin', 'Địa chỉ liên hệ']],
] as const)('%s: the steps in their order, the first that is open is shown', async (kind, names) => {
  server = { ...EMPTY, kind, steps: STEPS_OF[kind].map((step) => ({ step, state: 'EMPTY' })) };
  await open();
  const way = screen.getByRole('navigation', { name: 'Hồ sơ của bạn' });
  const shown = within(way)
    .getAllByRole('button')
    .map((button) => button.getAttribute('aria-label'));
  expect(shown).toEqual(names.map((name, at) => `${at + 1}. ${name}, đang dở`));
  expect(await isAt(names[0])).toBeTruthy();
});

test('what is missing is said where it is missing, and nobody goes on', async () => {
  const { user } = await open('DETAILS');
  await user.click(next());
  await waitFor(() => expect(document.activeElement).toBe(field('fullName')));
  expect(screen.getAllByText('Bắt buộc').length).toBeGreaterThan(5);
  expect(await isAt('Kiểm tra thông tin')).toBeTruthy();
});

test('the step stands in the address: the way back leads to the one before', async () => {
  server = { ...EMPTY, fields: { documentType: 'CITIZEN_CARD' } };
  const { user, router } = await open('DOCUMENT');
  await user.click(next());
  expect(await isAt('Chụp ảnh')).toBeTruthy();
  expect(router.state.location.search).toEqual({ step: 'PICTURES' });
  router.history.back();
  expect(await isAt('Loại giấy tờ')).toBeTruthy();
});

test('a fault that only the server sees leads to its field, and stays until something else stands there', async () => {
  server = { ...EMPTY, fields: CARD, savedAt: '2026-11-25T01:00:00.000Z' };
  answers = { '/registration/submit': () => refused(409, 'IdCardNumberExisted') };
  const { user } = await open('ADDRESS');
  await user.click(next());
  await waitFor(() => expect(document.activeElement).toBe(screen.queryByTestId('application-idNumber')));
  expect(screen.getByText(/^Số giấy tờ đã có tài khoản/)).toBeTruthy();
  await user.tab();
  expect(screen.getByText(/^Số giấy tờ đã có tài khoản/)).toBeTruthy();
  await user.type(field('idNumber'), '{Backspace}6');
  await waitFor(() => expect(screen.queryByText(/^Số giấy tờ đã có tài khoản/)).toBeNull());
});

test('nothing is said to be saved before it is, and a network that is away is told', async () => {
  let isAway = true;
  const { user } = await open('DETAILS');
  answers = {
    '/registration': () => {
      if (isAway) return Promise.reject(new TypeError('Failed to fetch'));
      server = { ...server, fields: { fullName: 'Mới' }, savedAt: '2026-11-25T02:00:00.000Z' };
      return Response.json(server);
    },
  };
  await user.type(field('fullName'), 'Mới');
  const saved = screen.getByTestId('application-save');
  expect(saved.dataset.state).toBe('saving');
  await waitFor(() => expect(saved.dataset.state).toBe('waiting'), { timeout: 3_000 });
  expect(saved.textContent).toContain('Đừng đóng trang này');
  isAway = false;
  window.dispatchEvent(new Event('online'));
  await waitFor(() => expect(saved.dataset.state).toBe('saved'));
  expect((field('fullName') as HTMLInputElement).value).toBe('Mới');
});

test('a reading fills in what nobody typed, and nothing else', async () => {
  server = {
    ...EMPTY,
    fields: { documentType: 'CITIZEN_CARD', frontImageId: 'front', backImageId: 'back', fullName: 'Tôi Tự Gõ' },
  };
  answers = {
    '/verify/id-card': () =>
      keptReading({
        fields: { fullName: read('NGUYỄN VĂN MẪU'), idNumber: read('001099012345'), oldIdNumber: read('012345678') },
        ...{ differences: [], isExpired: false, age: 26 },
      }),
  };
  const { user } = await open('DETAILS');
  await waitFor(() => expect((field('idNumber') as HTMLInputElement).value).toBe('001099012345'));
  expect((field('fullName') as HTMLInputElement).value).toBe('Tôi Tự Gõ');
  await user.click(screen.getByRole('button', { name: /Dùng “NGUYỄN VĂN MẪU”/ }));
  expect((field('fullName') as HTMLInputElement).value).toBe('NGUYỄN VĂN MẪU');
  await waitFor(
    () => expect(Object.assign({}, ...saves().map(({ fields }) => fields))).toMatchObject({ idNumber: '001099012345' }),
    {
      timeout: 3_000,
    },
  );
  expect(saves().some(({ fields }) => 'oldIdNumber' in fields)).toBe(false);
});

test('a nationality is chosen by its name, found without accents, and kept by its code', async () => {
  const { user } = await open('DETAILS');
  await user.click(screen.getByRole('button', { name: 'Quốc tịch Chọn' }));
  await user.keyboard('nhat ban{Enter}');
  expect(await screen.findByRole('button', { name: 'Quốc tịch Nhật Bản' })).toBeTruthy();
  await waitFor(() => expect(saves().at(-1)?.fields).toMatchObject({ nationality: 'JPN' }), { timeout: 3_000 });
});

const reading = (fields: DocumentReading['fields']): DocumentReading => ({
  ...{ fields, differences: [], isExpired: false, age: 26 },
});
const FIRST_CARD = reading({ fullName: read('NGUYỄN VĂN MẪU'), idNumber: read('001099012345') });
const shown = (name: string) => (field(name) as HTMLInputElement).value;

/** Pictures are taken one after the other; each reading is answered when the test says so. */
async function replacePictures() {
  const answered: ((reading: DocumentReading) => void)[] = [];
  let kept = 0;
  answers = {
    '/verify/id-card': () => new Promise((resolve) => answered.push((one) => resolve(keptReading(one)))),
    '/ekyc/images': () => {
      kept += 1;
      return Response.json({ imageId: `new-${kept}`, kind: 'ID_FRONT', width: 1, height: 1, faults: [] });
    },
  };
  vi.stubGlobal('createImageBitmap', () => Promise.reject(new Error('not decoded here')));
  const { user } = await open('PICTURES');
  const replace = async (title: string) => {
    const before = answered.length;
    await user.upload(
      screen.getByLabelText(title, { selector: 'input' }),
      new File(['x'], 'card.jpg', { type: 'image/jpeg' }),
    );
    await waitFor(() => expect(answered.length).toBe(before + 1));
  };
  await replace('Mặt trước thẻ căn cước');
  await replace('Mặt sau thẻ căn cước');
  await user.click(screen.getByRole('button', { name: /^3\. / }));
  await isAt('Kiểm tra thông tin');
  return { user, answered };
}

test('another document takes the place of what the first one filled in, and is told where something was typed', async () => {
  server = {
    ...EMPTY,
    fields: { ...CARD, fullName: 'Tôi Tự Gõ', expiryDate: '2030-01-15' },
    reading: reading({ ...FIRST_CARD.fields, expiryDate: read('2030-01-15', 'MRZ') }),
  };
  const { answered } = await replacePictures();
  answered[0]?.(FIRST_CARD);
  answered[1]?.(reading({ fullName: read('TRẦN THỊ KHÁC'), idNumber: read('001199054321') }));
  await waitFor(() => expect(shown('idNumber')).toBe('001199054321'));
  expect(shown('expiryDate')).toBe('');
  expect(shown('fullName')).toBe('Tôi Tự Gõ');
  expect(screen.getAllByText('Khác nhau')).toHaveLength(1);
  expect(screen.getByText('1 chỗ khác nhau cần bạn xem lại')).toBeTruthy();
});

test('while a picture that was retaken is read, the earlier reading confirms nothing', async () => {
  server = { ...EMPTY, fields: { ...CARD, fullName: 'NGUYỄN VĂN MẪU' }, reading: FIRST_CARD };
  const { answered } = await replacePictures();
  expect(screen.queryByText('Mã QR')).toBeNull();
  answered[0]?.(FIRST_CARD);
  await waitFor(() => expect(fetched.mock.calls.length).toBeGreaterThan(0));
  await Promise.resolve();
  expect(await screen.findByText(/^Đang đọc giấy tờ/)).toBeTruthy();
  expect(screen.queryByText('Mã QR')).toBeNull();
  answered[1]?.(FIRST_CARD);
  await waitFor(() => expect(screen.queryByText(/^Đang đọc giấy tờ/)).toBeNull());
  expect(screen.getAllByText('Mã QR')).toHaveLength(2);
});

test('what is typed unlike the document is told at its field and once more where all is sent', async () => {
  server = { ...EMPTY, fields: { ...CARD, fullName: 'Lê Văn Khác' }, reading: FIRST_CARD };
  const { user } = await open('DETAILS');
  expect(screen.getAllByText('Khác nhau')).toHaveLength(1);
  await user.clear(field('fullName'));
  await user.type(field('fullName'), 'nguyễn văn  mẫu');
  expect(screen.queryByText('Khác nhau')).toBeNull();
  await user.type(field('idNumber'), '{Backspace}6');
  expect(screen.getAllByText('Khác nhau')).toHaveLength(1);
  await user.click(screen.getByRole('button', { name: /^4\. / }));
  expect(await isAt('Địa chỉ liên hệ')).toBeTruthy();
  expect(within(screen.getByTestId('identity-idNumber')).getByText('Khác nhau')).toBeTruthy();
  expect(screen.getByText('1 chỗ khác nhau cần bạn xem lại')).toBeTruthy();
});

test('a fault that was told goes with what mends it, while it is typed', async () => {
  const { user } = await open('DETAILS');
  await user.click(next());
  await waitFor(() => expect(document.activeElement).toBe(field('fullName')));
  const faults = screen.getAllByText('Bắt buộc').length;
  await user.keyboard('Nguyễn');
  await waitFor(() => expect(screen.getAllByText('Bắt buộc')).toHaveLength(faults - 1));
  expect(document.activeElement).toBe(field('fullName'));
});

test('a file that is no picture is refused, neither shown nor offered to be sent again', async () => {
  answers = { '/ekyc/images': () => refused(400, 'InvalidType') };
  vi.stubGlobal('createImageBitmap', () => Promise.reject(new Error('no picture')));
  const { user } = await open('PICTURES');
  await user.click(next());
  const front = within(screen.getByTestId('picture-ID_FRONT'));
  expect(await front.findByText('Bắt buộc')).toBeTruthy();
  const file = new File(['x'], 'card.jpg', { type: 'image/jpeg' });
  await user.upload(front.getByLabelText('Mặt trước thẻ căn cước', { selector: 'input' }), file);
  expect(await front.findByRole('alert')).toBeTruthy();
  expect(front.queryByText('Bắt buộc')).toBeNull();
  expect(front.queryByRole('img')).toBeNull();
  expect(front.queryByRole('button', { name: 'Gửi lại' })).toBeNull();
});

test('of all buttons of a step only the way on is the main one', async () => {
  await open('PICTURES');
  const main = screen.getAllByRole('button').filter(({ className }) => className.includes('bg-primary'));
  expect(main).toEqual([next()]);
});

test('a choice is one of a list', async () => {
  server = { ...EMPTY, fields: CARD };
  const { user } = await open('DETAILS');
  await user.click(screen.getByRole('button', { name: /^Quốc tịch/ }));
  expect(screen.getByRole('listbox', { name: 'Quốc tịch' })).toBeTruthy();
  expect(screen.getByRole('option', { selected: true }).textContent).toBe('Việt Nam');
});

test('what is sent is looked over whole, the contact address too', async () => {
  server = { ...EMPTY, fields: CARD };
  await open('ADDRESS');
  const contact = screen.getByTestId('identity-contactAddress');
  await waitFor(() => expect(contact.textContent).toContain('12 Quán Thánh, Phường Ba Đình, Thành phố Hà Nội'));
});

test('given back for its pictures, it opens at them, though everything is filled in', async () => {
  server = { ...EMPTY, status: 'INCOMPLETE', statusReason: 'mờ', stepToMend: 'PICTURES', fields: CARD };
  await open();
  expect(screen.getByRole('heading', { level: 2, name: 'Chụp ảnh' })).toBeTruthy();
});

test('a reason that ends with a stop is followed by one only', async () => {
  server = { ...EMPTY, status: 'REJECTED', statusReason: 'Ảnh của người khác.', fields: CARD };
  await open('DETAILS');
  expect(screen.getByText(/^Hồ sơ chưa được duyệt: Ảnh của người khác\. Sửa lại/)).toBeTruthy();
});

test('sent in, the page that waits has the focus; that a demo decides by itself is told in a demo only', async () => {
  server = { ...EMPTY, fields: CARD, savedAt: '2026-11-25T01:00:00.000Z' };
  mode = 'demo';
  answers = {
    '/registration/submit': () => {
      server = { ...server, status: 'PENDING', submittedAt: '2026-11-25T02:00:00.000Z' };
      return Response.json(server);
    },
  };
  const { user } = await open('ADDRESS');
  await user.click(next());
  const status = await screen.findByTestId('application-status');
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 })));
  await waitFor(() => expect(status.textContent).toContain('bản demo'));
});

test('a look that began before a save, and is answered after it, takes nothing back', async () => {
  const client = new QueryClient();
  const { queryKey, ...query } = registrationQuery(AN.userId);
  let tell: (reply: Response) => void = () => undefined;
  fetched.mockImplementationOnce(() => new Promise((resolve) => (tell = resolve)));
  const looked = client.fetchQuery({ queryKey, ...query, retry: false }).catch(() => undefined);
  const saved = { ...EMPTY, fields: CARD, savedAt: '2026-11-25T02:00:00.000Z' };
  fetched.mockImplementationOnce(async () => Response.json(saved));
  await applicationCalls(client, AN.userId).save({ step: 'DETAILS', fields: CARD });
  tell(Response.json(EMPTY));
  await looked;
  expect(client.getQueryData(queryKey)).toEqual(saved);
});
