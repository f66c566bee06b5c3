// @vitest-environment jsdom
/** The identity of an investor: all that was checked, none of it in privacy mode, and each way of not having it. */
import type { EkycRecord } from '@mua/contract/entities/registration';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import i18next from 'i18next';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { startI18n } from '#i18n/i18n.ts';
import { AN } from '#mock/sample-records.ts';
import { IdentificationCard } from '#pages/account-overview/ekyc/identification-card.tsx';
import { useAuth } from '#session/auth-store.ts';
import { usePrivacy } from '#session/privacy-store.ts';

const RECORD: EkycRecord = {
  ekycId: 'e1',
  investorCode: AN.investorCode,
  kind: 'PERSONAL',
  status: 'ACTIVE',
  statusReason: null,
  fields: {
    documentType: 'CITIZEN_CARD',
    fullName: 'NGUYỄN THỊ MẪU',
    dateOfBirth: '1999-01-15',
    sex: 'F',
    nationality: 'Việt Nam',
    idNumber: '001199012345',
    issueDate: '2021-05-10',
    issuePlace: 'Cục Cảnh sát QLHC về TTXH',
    permanentAddress: 'Số 12, ngõ 34, đường Mẫu, Đông Anh, Hà Nội',
  },
  contactAddress: 'Số 5, Phường Ba Đình, Thành phố Hà Nội',
  pictures: [],
  submittedAt: '2026-11-20T02:00:00.000Z',
  decidedAt: '2026-11-20T03:04:05.000Z',
};

/** What the server says of the record; a test changes it before it renders. */
let answer: { readonly status: number; readonly body: unknown };
const fetched = vi.fn<typeof fetch>(async (address) => {
  if (String(address).endsWith('/investor/me')) return new Response(JSON.stringify(AN));
  return new Response(JSON.stringify(answer.body), { status: answer.status });
});

beforeAll(async () => {
  localStorage.setItem('i18nextLng', 'vi');
  await startI18n();
});

beforeEach(() => {
  vi.stubEnv('VITE_APP_NAME', 'Mùa');
  vi.stubGlobal('fetch', fetched);
  fetched.mockClear();
  answer = { status: 200, body: RECORD };
  useAuth.getState().addAccount({ user: { userId: AN.userId }, accessToken: { value: 'h'.repeat(22) } });
});

afterEach(async () => {
  cleanup();
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
  useAuth.getState().signOutAll();
  if (usePrivacy.getState().isPrivate) usePrivacy.getState().toggle();
  await i18next.changeLanguage('vi');
});

function setUp() {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <QueryClientProvider client={client}>
      <IdentificationCard userId={AN.userId} />
    </QueryClientProvider>,
  );
}

const fact = async (name: string) => (await screen.findByTestId(`identity-${name}`)).textContent;

test('all that was checked stands there by its name', async () => {
  setUp();
  expect(await fact('fullName')).toBe('Họ và tênNGUYỄN THỊ MẪU');
  expect(await fact('idNumber')).toBe('Số căn cước/hộ chiếu001199012345');
  expect(await fact('dateOfBirth')).toBe('Ngày sinh15/01/1999');
  expect(await fact('sex')).toBe('Giới tínhNữ');
  expect(await fact('issuePlace')).toBe('Nơi cấpCục Cảnh sát QLHC về TTXH');
  expect(await fact('expiryDate')).toBe('Có giá trị đếnKhông thời hạn');
  expect(await fact('contactAddress')).toBe('Địa chỉ liên hệSố 5, Phường Ba Đình, Thành phố Hà Nội');
  expect(await fact('investorCode')).toBe('Số tài khoản giao dịch108C000001');
  expect(screen.getByText('Duyệt lúc 20/11/2026 10:04:05')).toBeTruthy();
  expect(screen.queryByText('Người đại diện')).toBeNull();
  expect(fetched.mock.calls.map(([address]) => String(address)).at(-1)).toContain(`/investor/ekyc/${AN.investorCode}`);
});

test('in English by the names of the specification', async () => {
  await i18next.changeLanguage('en');
  setUp();
  expect(await fact('idNumber')).toContain('ID/Passport number');
  expect(await fact('issuePlace')).toContain('Place of issue');
  expect(await fact('permanentAddress')).toContain('Permanent address');
});

test('privacy mode masks what names somebody', async () => {
  usePrivacy.getState().toggle();
  setUp();
  expect(await fact('idNumber')).toBe('Số căn cước/hộ chiếu0••••345');
  for (const name of ['dateOfBirth', 'permanentAddress', 'contactAddress'])
    expect(await fact(name)).toContain('••••••');
  expect(await fact('investorCode')).toBe('Số tài khoản giao dịch••••01');
});

test('of a business the company stands before who acts for it', async () => {
  const company = { companyName: 'Công ty TNHH Mẫu', taxCode: '0101234567', position: 'Giám đốc' };
  answer = { status: 200, body: { ...RECORD, kind: 'BUSINESS', fields: { ...RECORD.fields, ...company } } };
  setUp();
  expect(await fact('companyName')).toBe('Tên tổ chứcCông ty TNHH Mẫu');
  expect(await fact('licenceNumber')).toBe('Số giấy phép kinh doanh–');
  expect(await fact('position')).toBe('Chức vụGiám đốc');
  expect(screen.getAllByRole('heading', { level: 2 }).map((one) => one.textContent)).toEqual([
    'Tổ chức',
    'Người đại diện',
  ]);
});

test('who was never checked online is told so', async () => {
  answer = { status: 404, body: { code: 'EkycRecordNotFound', facts: {}, requestId: 'r' } };
  setUp();
  expect(await screen.findByText('Chưa có hồ sơ định danh')).toBeTruthy();
});

test('what did not come can be asked for again', async () => {
  answer = { status: 400, body: { code: 'BadRequest', facts: { field: 'x' }, requestId: 'r' } };
  setUp();
  expect((await screen.findByRole('alert')).textContent).toContain('Chưa tải được hồ sơ định danh');
  answer = { status: 200, body: RECORD };
  await userEvent.setup().click(screen.getByRole('button', { name: 'Thử lại' }));
  expect(await fact('fullName')).toContain('NGUYỄN THỊ MẪU');
});
