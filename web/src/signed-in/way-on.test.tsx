// @vitest-environment jsdom
/** Checks that a refusal leads to the page where it can be resolved. */
import { screen } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { WayOn } from '#signed-in/way-on.tsx';
import { preparePages, renderPage } from '#test/page.tsx';

preparePages({ userId: null });
beforeEach(() => void vi.stubEnv('VITE_SUPPORT_URL', 'https://help.mua.example'));

test.each([
  ['PapersNotSigned', 'Ký hợp đồng', '/account-overview/digital-signature'],
  ['InvestorNotVerified', 'Định danh', '/account-overview/ekyc'],
  ['InvestorTradingAccountNotAllowed', 'Định danh', '/account-overview/ekyc'],
  ['InsufficientMargin', 'Nạp 12.500.000\u00a0₫', '/account-overview/deposit?amount=12500000'],
  ['EkycApproved', 'Liên hệ hỗ trợ', 'https://help.mua.example'],
  ['PinNotSet', 'Mở Bảo mật', '/account-overview/security-account'],
] as const)('%s: %s', async (code, name, href) => {
  await renderPage(<WayOn code={code} facts={{ missing: '12500000' }} />);
  expect((await screen.findByRole('link', { name })).getAttribute('href')).toBe(href);
});
