// @vitest-environment jsdom
/** The frame of the account pages: who owes a paper is told above every page but the one where it is signed. */
import type { DigitalSignature } from '@mua/contract/entities/digital-signature';
import type { Investor } from '@mua/contract/entities/investor';
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { ACCOUNT, AN } from '#mock/sample-records.ts';
import { AccountFrame } from '#pages/account-overview/account-frame.tsx';
import { accountsQuery, meQuery } from '#signed-in/accounts.ts';
import { signaturesQuery } from '#signed-in/papers.ts';
import { preparePages, renderPage } from '#test/page.tsx';

const SIGNING = '/account-overview/digital-signature';
const PACKAGES = '/account-overview/service-package/{-$packageName}';

preparePages();

function paper(part: Partial<DigitalSignature>): DigitalSignature {
  return {
    id: '01'.repeat(13),
    paper: 'MARGIN_AGREEMENT',
    version: '2026-11-01',
    status: 'TO_SIGN',
    deadline: '2026-12-01',
    ...{ signedAt: null, rejectedAt: null, documentHash: 'a'.repeat(64), signer: AN.fullName },
    ...part,
  };
}

async function open(path: string, papers: readonly DigitalSignature[], me: Partial<Investor> = {}): Promise<void> {
  const page = (
    <AccountFrame>
      <h1>page</h1>
    </AccountFrame>
  );
  const known = [
    [meQuery('an').queryKey, { ...AN, ...me }],
    [accountsQuery('an').queryKey, [ACCOUNT]],
    [signaturesQuery('an').queryKey, [...papers]],
  ] as const;
  await renderPage(page, { at: path, paths: ['/account-overview', SIGNING, PACKAGES], known });
  await screen.findByRole('heading', { name: 'page' });
}

const notice = () => screen.queryByTestId('papers-notice');
const entry = () => within(screen.getByRole('navigation')).getByRole('link', { name: /Hợp đồng số/ });

test('an investor who owes papers is told which, by when and where to sign', async () => {
  await open('/account-overview', [paper({ deadline: '2026-12-05' }), paper({ paper: 'RISK_DISCLOSURE' })]);
  expect(notice()?.textContent).toContain('01/12/2026');
  expect(
    within(notice() as HTMLElement)
      .getByRole('link')
      .getAttribute('href'),
  ).toBe(SIGNING);
  expect(entry().textContent).toContain('2');
});

test('a signed paper is owed no more', async () => {
  await open('/account-overview', [paper({ status: 'SIGNED' })]);
  expect(notice()).toBeNull();
  expect(entry().textContent).toBe('Hợp đồng số');
});

test('the page where papers are signed does not repeat it', async () => {
  await open(SIGNING, [paper({})]);
  expect(notice()).toBeNull();
});

test('before an investor may trade, the notice of their status tells it', async () => {
  await open('/account-overview', [paper({})], { status: 'PENDING_ACTIVATE' });
  expect(notice()).toBeNull();
  expect(entry().textContent).toContain('1');
});

test('from one package the way to all of them stands where it always does', async () => {
  await open('/account-overview/service-package/plus', []);
  const packages = within(screen.getByRole('navigation')).getByRole('link', { name: 'Gói dịch vụ' });
  expect(packages.getAttribute('href')).toBe('/account-overview/service-package');
});
