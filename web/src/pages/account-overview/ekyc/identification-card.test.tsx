// @vitest-environment jsdom
/** The identity of an investor: all that was checked, none of it in privacy mode, and each way of not having it. */
import type { EkycRecord } from '@mua/contract/entities/registration';
import { screen } from '@testing-library/react';
import i18next from 'i18next';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { AN } from '#mock/sample-records.ts';
import { IdentificationCard } from '#pages/account-overview/ekyc/identification-card.tsx';
import { usePrivacy } from '#session/privacy-store.ts';
import { answer, fetched, preparePages, refused, renderPart } from '#test/page.tsx';

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
let record: () => Response;

preparePages();

beforeEach(() => {
  record = () => answer(200, RECORD);
  fetched.mockImplementation(async (address) =>
    String(address).endsWith('/investor/me') ? answer(200, AN) : record(),
  );
});

afterEach(async () => {
  if (usePrivacy.getState().isPrivate) usePrivacy.getState().toggle();
  await i18next.changeLanguage('vi');
});

function setUp() {
  return renderPart(<IdentificationCard userId={AN.userId} />);
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
  record = () => answer(200, { ...RECORD, kind: 'BUSINESS', fields: { ...RECORD.fields, ...company } });
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
  record = () => refused(404, 'EkycRecordNotFound');
  setUp();
  expect(await screen.findByText('Chưa có hồ sơ định danh')).toBeTruthy();
});

test('what did not come can be asked for again', async () => {
  record = () => refused(400, 'BadRequest', { field: 'x' });
  const { user } = setUp();
  expect((await screen.findByRole('alert')).textContent).toContain('Chưa tải được hồ sơ định danh');
  record = () => answer(200, RECORD);
  await user.click(screen.getByRole('button', { name: 'Thử lại' }));
  expect(await fact('fullName')).toContain('NGUYỄN THỊ MẪU');
});
