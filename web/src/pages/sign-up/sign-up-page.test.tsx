// @vitest-environment jsdom
/** The sign-up on screen: faults at their fields, one request however often it is sent, and the code that ends it. */
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { SignUpPage } from '#pages/sign-up/sign-up-page.tsx';
import { useSignUp } from '#pages/sign-up/sign-up-session.ts';
import { useAuth } from '#session/auth-store.ts';
import { fetched, preparePages, refused, renderPage } from '#test/page.tsx';

const MINUTE_MS = 60_000;
const SESSION = {
  ...{ sessionId: 'sign-up-session', channel: 'email', sentTo: 'm•••@mua.demo', triesLeft: 5, resendsLeft: 3 },
  expiresAt: new Date(Date.now() + 5 * MINUTE_MS).toISOString(),
  ...{ resendAt: new Date(0).toISOString(), resendAfter: new Date(0).toISOString() },
} as const;
const MOI = { user: { userId: 'moi' }, accessToken: { value: 'slot-moi' } };
const SIGNED_IN = { isAuth: true, accessToken: MOI.accessToken, accounts: [MOI], activeUserId: 'moi' };

/** By the end of the address; a test changes them before it sends. */
let answers: Record<string, () => Response>;
const served: typeof fetch = async (address) => {
  const { pathname } = new URL(String(address), 'http://localhost');
  const said = Object.entries(answers).find(([end]) => pathname.endsWith(end))?.[1];
  return said?.() ?? refused(404, 'NotFound');
};
const sent = (end: string) => fetched.mock.calls.filter(([address]) => String(address).endsWith(end));

preparePages({ userId: null });
beforeEach(() => {
  vi.stubGlobal('__APP_VERSION__', '0');
  fetched.mockImplementation(served);
  answers = {
    '/v2/register': () => Response.json(SESSION, { status: 201 }),
    '/customer-code': () => Response.json({ exists: true, name: null, free: ['108C000006'] }),
    '/agent-code': () => Response.json({ exists: false, name: null, free: [] }),
    '/resend': () => Response.json(SESSION),
    '/verify': () => Response.json(SIGNED_IN, { status: 201 }),
  };
});
afterEach(() => {
  useSignUp.setState(useSignUp.getInitialState(), true);
});

async function open() {
  const onDone = vi.fn(async () => undefined);
  const page = <SignUpPage appName="Mùa" version="0" onDone={onDone} />;
  const { user } = await renderPage(page, { at: '/sign-up' });
  await screen.findByTestId('sign-up-form').catch(() => screen.findByTestId('otp-code'));
  return { user, onDone };
}

async function fillIn(user: UserEvent, part: Readonly<Record<string, string>> = {}) {
  const typed = {
    ...{ fullName: 'Nguyễn Văn Mới', email: 'moi@mua.demo', phone: '0912345678', password: 'Rau#muong7xao' },
    ...part,
  };
  for (const [field, text] of Object.entries(typed)) await user.type(screen.getByTestId(`sign-up-${field}`), text);
}

const next = () => screen.getByTestId('sign-up-next');

test('what is missing is named at its field, nothing is sent, and the first has the focus', async () => {
  const { user } = await open();
  await user.click(next());
  expect(await screen.findByText('Nhập họ và tên')).toBeTruthy();
  for (const said of ['Nhập email', 'Nhập số điện thoại', 'Nhập mật khẩu']) expect(screen.getByText(said)).toBeTruthy();
  await waitFor(() => expect(document.activeElement).toBe(screen.getByTestId('sign-up-fullName')));
  expect(sent('/v2/register')).toHaveLength(0);
});

test('of a business the first fault is the company', async () => {
  const { user } = await open();
  await user.click(screen.getByRole('radio', { name: 'Tổ chức' }));
  await user.click(next());
  expect(await screen.findAllByText('Bắt buộc')).toHaveLength(2);
  await waitFor(() => expect(document.activeElement).toBe(screen.getByTestId('sign-up-companyName')));
});

test('sent twice in one moment, one sign-up begins', async () => {
  const { user } = await open();
  await fillIn(user);
  act(() => {
    fireEvent.submit(screen.getByTestId('sign-up-form'));
    fireEvent.submit(screen.getByTestId('sign-up-form'));
  });
  expect(await screen.findByTestId('otp-code')).toBeTruthy();
  expect(sent('/v2/register')).toHaveLength(1);
});

test.each([
  ['InvestorEmailExisted', 'email', /^Email đã đăng ký/],
  ['InvestorPhoneExisted', 'phone', /^Số điện thoại đã đăng ký/],
  ['PasswordTooCommon', 'password', /^Mật khẩu quá phổ biến/],
] as const)('%s stands at its field, which has the focus', async (code, field, text) => {
  answers['/v2/register'] = () => refused(409, code);
  const { user } = await open();
  await fillIn(user);
  await user.click(next());
  expect(await screen.findByText(text)).toBeTruthy();
  await waitFor(() => expect(document.activeElement).toBe(screen.getByTestId(`sign-up-${field}`)));
  expect(screen.queryByTestId('refusal')).toBeNull();
});

test('a taken number and an unknown agent are said while they are typed, and nothing is sent', async () => {
  const { user } = await open();
  await fillIn(user, { number: '000001', agentCode: 'nobody' });
  expect(await screen.findByText('108C000001 đã có người dùng. Gần nhất còn trống:')).toBeTruthy();
  expect(await screen.findByText(/^Không có nhân viên môi giới/)).toBeTruthy();
  await user.click(next());
  await waitFor(() => expect(document.activeElement).toBe(screen.getByTestId('sign-up-number')));
  expect(sent('/v2/register')).toHaveLength(0);
  await user.click(screen.getByRole('button', { name: '108C000006' }));
  expect((screen.getByTestId('sign-up-number') as HTMLInputElement).value).toBe('000006');
});

test('back from the code all is there, and the browser keeps no password', async () => {
  const { user, onDone } = await open();
  await fillIn(user);
  await user.click(next());
  await user.click(await screen.findByTestId('sign-up-change'));
  expect((screen.getByTestId('sign-up-password') as HTMLInputElement).value).toBe('Rau#muong7xao');
  expect(localStorage.getItem('sign-up')).toContain('moi@mua.demo');
  expect(localStorage.getItem('sign-up')).not.toContain('Rau#');
  await user.click(screen.getByTestId('sign-up-have-code'));
  await user.type(await screen.findByTestId('otp-code'), '123456{Enter}');
  await waitFor(() => expect(onDone).toHaveBeenCalledOnce());
  expect(useAuth.getState().activeUserId).toBe('moi');
});

test('another code can be asked for', async () => {
  const { user } = await open();
  await fillIn(user);
  await user.click(next());
  await user.click(await screen.findByTestId('otp-resend'));
  expect(await screen.findByText('Đã gửi mã mới. Mã trước không còn dùng được.')).toBeTruthy();
  expect(sent('/v2/register/sign-up-session/resend')).toHaveLength(1);
});

test('an address that somebody took meanwhile is mended in the form', async () => {
  answers['/verify'] = () => refused(409, 'InvestorEmailExisted');
  const { user } = await open();
  await fillIn(user);
  await user.click(next());
  await user.type(await screen.findByTestId('otp-code'), '123456{Enter}');
  expect(await screen.findByText(/^Email đã đăng ký/)).toBeTruthy();
});

test('a sign-up that is over on the server says so, with what was typed still there', async () => {
  const { user } = await open();
  await fillIn(user);
  await user.click(next());
  answers['/verify'] = () => refused(404, 'NotFound');
  await user.type(await screen.findByTestId('otp-code'), '123456{Enter}');
  expect(await screen.findByText(/^Lần đăng ký trước đã hết hiệu lực/)).toBeTruthy();
  expect((screen.getByTestId('sign-up-email') as HTMLInputElement).value).toBe('moi@mua.demo');
});

test('what was kept longer than the server keeps it is none', async () => {
  const begun = { session: SESSION, sinceMs: Date.now() - 31 * MINUTE_MS };
  localStorage.setItem('sign-up', JSON.stringify({ state: { begun, draft: {} }, version: 0 }));
  await act(async () => useSignUp.persist.rehydrate());
  expect(useSignUp.getState().begun).toBeNull();
});
