// @vitest-environment jsdom
/** What this device keeps of who is signed in, and when it forgets them. */
import { beforeEach, expect, test, vi } from 'vitest';

const NAME = { fullName: 'Nguyễn Văn An', investorCode: '108C000001' };
const ACCOUNT = { accountId: '108C000001-01', subAccountCode: '108C000001-01', isActivated: true, isDemo: true };

/** A page of its own, with these signed in. */
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

test('names and kinds come back on the next page, and nothing of what an account holds is kept', async () => {
  const { rememberName, rememberAccounts } = await newPage('an');
  rememberName('an', Object.assign({ email: 'an@mua.demo' }, NAME));
  rememberAccounts('an', [Object.assign({ totalEquity: '1000000' }, ACCOUNT)]);
  expect(kept()).not.toMatch(/email|totalEquity/);
  const { known } = await newPage('an');
  expect(known()).toEqual({ an: { name: NAME, accounts: [ACCOUNT] } });
});

test('who is signed out is forgotten, on the device too, and the others are not', async () => {
  const { rememberName, useAuth, known } = await newPage('an', 'binh');
  rememberName('an', NAME);
  rememberName('binh', { ...NAME, fullName: 'Trần Thị Bình' });
  useAuth.getState().removeAccount('an');
  expect(Object.keys(known())).toEqual(['binh']);
  expect(kept()).not.toContain('Nguyễn');
  useAuth.getState().signOutAll();
  expect(kept()).not.toContain('Trần');
});

test('so is one whose session ended while no page was open, and one whose answer comes too late', async () => {
  const first = await newPage('an');
  first.rememberName('an', NAME);
  const { rememberName, known } = await newPage('binh');
  expect(kept()).not.toContain('Nguyễn');
  rememberName('an', NAME);
  expect(known()).toEqual({});
});

test.each(['', '{', '{"state":7}', '{"state":{"investors":{"an":{"name":null,"accounts":[{}]}}}}'])(
  '%j is nobody',
  async (text) => {
    localStorage.setItem('known-investors', text);
    const { known } = await newPage('an');
    expect(known()).toEqual({});
  },
);
