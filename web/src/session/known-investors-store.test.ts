// @vitest-environment jsdom
/** Checks what this device keeps about the people signed in, and when it forgets them. */
import { beforeEach, expect, test, vi } from 'vitest';

const NAME = { fullName: 'Nguyễn Văn An', investorCode: '108C000001' };
const ACCOUNT = { accountId: '108C000001-01', subAccountCode: '108C000001-01', isActivated: true, isDemo: true };

/** Loads the modules anew, as a page does, with these users signed in. */
async function newPage(...userIds: string[]) {
  vi.resetModules();
  const { useAuth } = await import('#session/auth-store.ts');
  useAuth.getState().signOutAll();
  for (const userId of userIds) useAuth.getState().addAccount({ user: { userId }, accessToken: { value: userId } });
  const store = await import('#session/known-investors-store.ts');
  return { ...store, useAuth, known: () => store.useKnownInvestors.getState().investors };
}
const kept = () => localStorage.getItem('known-investors') ?? '';

beforeEach(() => localStorage.clear());

test('keeps names and kinds for the next page, and nothing of what an account holds', async () => {
  const { rememberName, rememberAccounts } = await newPage('an');
  rememberName('an', Object.assign({ email: 'an@mua.demo' }, NAME));
  rememberAccounts('an', [Object.assign({ totalEquity: '1000000' }, ACCOUNT)]);
  expect(kept()).not.toMatch(/email|totalEquity/);
  const { known } = await newPage('an');
  expect(known()).toEqual({ an: { name: NAME, accounts: [ACCOUNT] } });
});

test('forgets an investor who signs out, on the device too, and keeps the others', async () => {
  const { rememberName, useAuth, known } = await newPage('an', 'binh');
  rememberName('an', NAME);
  rememberName('binh', { ...NAME, fullName: 'Trần Thị Bình' });
  useAuth.getState().removeAccount('an');
  expect(Object.keys(known())).toEqual(['binh']);
  expect(kept()).not.toContain('Nguyễn');
  useAuth.getState().signOutAll();
  expect(kept()).not.toContain('Trần');
});

test('forgets an investor whose session ended while no page was open, and ignores an answer that comes too late', async () => {
  const first = await newPage('an');
  first.rememberName('an', NAME);
  const { rememberName, known } = await newPage('binh');
  expect(kept()).not.toContain('Nguyễn');
  rememberName('an', NAME);
  expect(known()).toEqual({});
});

test.each(['', '{', '{"state":7}', '{"state":{"investors":{"an":{"name":null,"accounts":[{}]}}}}'])(
  'reads the stored value %j as nobody',
  async (text) => {
    localStorage.setItem('known-investors', text);
    const { known } = await newPage('an');
    expect(known()).toEqual({});
  },
);
