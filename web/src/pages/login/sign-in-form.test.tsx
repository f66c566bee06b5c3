// @vitest-environment jsdom
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import i18next from 'i18next';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { startI18n } from '#i18n/i18n.ts';
import { SignInForm, type SignInFormProps } from '#pages/login/sign-in-form.tsx';

beforeAll(async () => {
  localStorage.setItem('i18nextLng', 'vi');
  vi.stubEnv('VITE_APP_NAME', 'Mùa');
  vi.stubEnv('VITE_SUPPORT_URL', 'mailto:support@mua.demo');
  await startI18n();
});
afterEach(async () => {
  cleanup();
  await i18next.changeLanguage('vi');
});

function setUp(answer: Awaited<ReturnType<SignInFormProps['onSubmit']>> = null) {
  const onSubmit = vi.fn<SignInFormProps['onSubmit']>().mockResolvedValue(answer);
  render(<SignInForm onSubmit={onSubmit} resetPassword={<span>To the reset</span>} />);
  const user = userEvent.setup();
  const fill = async (username: string, password: string) => {
    if (username) await user.type(screen.getByTestId('login-username'), username);
    if (password) await user.type(screen.getByTestId('login-password'), password);
    await user.click(screen.getByTestId('login-submit'));
  };
  return { onSubmit, fill, user };
}

test('reports empty fields in the current language and sends nothing', async () => {
  const { onSubmit, fill } = setUp();
  await fill('', '');
  expect(await screen.findByText('Nhập số điện thoại, email hoặc số tài khoản')).toBeTruthy();
  expect(screen.getByText('Nhập mật khẩu')).toBeTruthy();
  await i18next.changeLanguage('en');
  expect(await screen.findByText('Username is required')).toBeTruthy();
  expect(screen.getByText('Password is required')).toBeTruthy();
  expect(screen.getByTestId('login-username').getAttribute('aria-invalid')).toBe('true');
  expect(onSubmit).not.toHaveBeenCalled();
});

test('trims the user name but not the password', async () => {
  const { onSubmit, fill } = setUp();
  await fill('  an@mua.demo ', ' Mua@2026 ');
  await waitFor(() => expect(onSubmit).toHaveBeenCalledWith({ username: 'an@mua.demo', password: ' Mua@2026 ' }));
});

test('shows a refusal with the attempts left, and focuses the password', async () => {
  const { fill } = setUp({ code: 'LoginWrongInfo', facts: { left: 4 } });
  await fill('an', 'x');
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toBe('Thông tin đăng nhập chưa đúngCòn 4 lần thửTo the reset');
  await waitFor(() => expect(document.activeElement).toBe(screen.getByTestId('login-password')));
});

test('the password can be shown and hidden again', async () => {
  const { user } = setUp();
  await user.click(screen.getByRole('button', { name: 'Hiện mật khẩu' }));
  expect(screen.getByTestId('login-password').getAttribute('type')).toBe('text');
  await user.click(screen.getByRole('button', { name: 'Ẩn mật khẩu' }));
  expect(screen.getByTestId('login-password').getAttribute('type')).toBe('password');
});

test('asks for the authenticator code only when the server wants one, and only for that user name', async () => {
  const { onSubmit, fill, user } = setUp({ code: 'SotpRequired', facts: {} });
  await fill('an', 'x');
  const code = await screen.findByTestId('login-code');
  await waitFor(() => expect(document.activeElement).toBe(code));
  // A request for a code is not a refusal.
  expect(screen.queryByRole('alert')).toBeNull();
  await user.type(code, '1');
  expect(screen.queryByText('Mã gồm 6 chữ số')).toBeNull();
  await user.click(screen.getByTestId('login-submit'));
  expect(screen.getByText('Mã gồm 6 chữ số')).toBeTruthy();
  expect(onSubmit).toHaveBeenCalledOnce();
  await user.clear(code);

  onSubmit.mockResolvedValue({ code: 'InvalidSotp', facts: { left: 3 } });
  await user.type(code, '123 456 7');
  await user.click(screen.getByTestId('login-submit'));
  await waitFor(() => expect(onSubmit).toHaveBeenLastCalledWith({ username: 'an', password: 'x', totpCode: '123456' }));
  expect((await screen.findByRole('alert')).textContent).toBe('Mã từ ứng dụng xác thực chưa đúngCòn 3 lần thử');
  await user.type(screen.getByTestId('login-username'), 'h');
  expect(screen.queryByTestId('login-code')).toBeNull();
});

test.each([
  ['LoginLocked', { minutes: 15 }, 'Thử lại sau 15 phút hoặc đặt lại mật khẩuTo the reset'],
  ['LoginWrongInfo', { left: 4 }, 'Thông tin đăng nhập chưa đúngCòn 4 lần thửTo the reset'],
  ['LoginAccountIsSupended', {}, 'Tài khoản đang tạm khóaLiên hệ hỗ trợ'],
  ['InvestorDeleted', {}, 'Tài khoản đã xóaLiên hệ hỗ trợ'],
] as const)('%s is reported in place, with a link to the next step if there is one', async (code, facts, reported) => {
  const { fill } = setUp({ code, facts });
  await fill('an', 'x');
  expect((await screen.findByRole('alert')).textContent).toBe(reported);
});
