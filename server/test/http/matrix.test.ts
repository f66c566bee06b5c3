/**
 * Checks every route with every kind of caller: all expectations follow from the route's `access`. A new route is
 * covered automatically, a new kind of caller is one entry of `PRINCIPALS`. Data of somebody else gets the same reply,
 * byte by byte, as data that does not exist.
 */
import type { OAuthGrant, OAuthScope } from '@mua/contract/entities/oauth';
import type { ReplyCode } from '@mua/contract/errors';
import { ALL_ROUTES, ROUTES } from '@mua/contract/registry';
import { type Access, isSignedAccess, paramNamesOf, type RouteDefinition } from '@mua/contract/route';
import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { codeTo, stepUp } from '#test/fixtures/codes.ts';
import {
  AUTHORIZATION,
  type Belongings,
  furnish,
  GOOD_BODIES,
  recordingWithoutEnd,
} from '#test/fixtures/good-requests.ts';
import { challengeOf } from '#test/fixtures/pkce.ts';
import {
  AN_1,
  BANK_SECRET,
  BINH_1,
  type Browser,
  CODE,
  DUNG_1,
  OPERATOR_TOKEN,
  type Platform,
  START_MS,
  signedIn,
  startPlatform,
} from '#test/fixtures/platform.ts';
import { type Caller, callerOf, fieldsOf, PUBLIC_PARAMS, requestFor } from '#test/fixtures/route-request.ts';
import { stageScenarios } from '#test/fixtures/scenarios.ts';
import { signedByBank, signedByZalo } from '#test/fixtures/signatures.ts';

/** Identified by account number, which no route changes. */
const AN = '108C000001';
const NEVER_WAS_ACCOUNT = '108C000009-01';
/** Identifies the grant that is revoked. */
const TAKEN_BACK_LOTS = 7;
const BROWSER_SESSION_MS = 7 * 24 * 3600 * 1000;

/** Codes that refuse access. Any other code of a route means that its caller was admitted. */
const KEPT_OUT: ReadonlySet<string> = new Set<ReplyCode>([
  'Unauthorized',
  'Forbidden',
  'NotFound',
  'ACCOUNT_MISMATCH',
  'LoginAccountIsSupended',
  'StepUpRequired',
]);
type Outcome = 'enters' | ReplyCode;

interface Principal {
  readonly name: string;
  readonly outcome: (route: RouteDefinition) => Outcome;
  /** Run again after a route has ended the session. */
  readonly arrive: () => Promise<Caller>;
  /** True while the sub-account is empty, so that nothing in it can be named. */
  readonly hasNothing?: true;
  /** True for a caller that steps up before routes that require it. */
  readonly hasProved?: true;
}

/** Whether a path names a sign-up: for everybody else it does not exist. */
const isOfSignUp = (route: RouteDefinition): boolean =>
  route.access === 'registration' && paramNamesOf(route).includes('sessionId');

/** Any signed-in caller may make a sign-up's call whose path names no sign-up. */
const byAccess =
  (outcomes: Readonly<Record<Exclude<Access, 'registration'>, Outcome>>) =>
  (route: RouteDefinition): Outcome => {
    if (isOfSignUp(route)) return 'NotFound';
    return outcomes[route.access === 'registration' ? 'investor' : route.access];
  };

/** The outcome for a caller who signs up, or once did. */
const bySignUp =
  (ofSignUp: Outcome) =>
  ({ access }: RouteDefinition): Outcome =>
    access === 'registration' ? ofSignUp : NOBODY[access];

/** The outcome for a program: what it may with its scopes, and what it meets at the sub-account it names. */
const byScope =
  (scopes: readonly OAuthScope[], ofAccount: Outcome) =>
  (route: RouteDefinition): Outcome => {
    const { access, scope } = route;
    if (isOfSignUp(route)) return 'NotFound';
    if (access === 'operator' || isSignedAccess(access)) return 'Unauthorized';
    if (scope === undefined) return access === 'public' ? 'enters' : 'Forbidden';
    if (!scopes.includes(scope)) return 'Forbidden';
    return access === 'account' ? ofAccount : 'enters';
  };

const NOBODY = {
  public: 'enters',
  investor: 'Unauthorized',
  account: 'Unauthorized',
  operator: 'Unauthorized',
  bank: 'Unauthorized',
  zalo: 'Unauthorized',
} as const;
const SIGNED_IN = { ...NOBODY, investor: 'enters' } as const;

/** The outcome for a token that is not valid. */
const forgedToken = (route: RouteDefinition): Outcome => {
  if (isOfSignUp(route)) return 'NotFound';
  return route.access === 'public' && !route.scope ? 'enters' : 'Unauthorized';
};

const PRINCIPALS: readonly Principal[] = [
  { name: 'nobody', outcome: byAccess(NOBODY), arrive: async () => ({ headers: {}, accountId: AN_1 }) },
  {
    name: 'the owner',
    outcome: byAccess({ ...SIGNED_IN, account: 'enters' }),
    arrive: async () => callerOf(await signedIn(platform, AN), AN_1),
  },
  {
    name: 'the owner, who has proved who is there',
    outcome: byAccess({ ...SIGNED_IN, account: 'enters' }),
    arrive: async () => {
      const browser = await signedIn(platform, AN);
      await stepUp(browser);
      return callerOf(browser, AN_1);
    },
    hasProved: true,
  },
  {
    name: 'the owner of a sub-account that is not activated',
    outcome: byAccess({ ...SIGNED_IN, account: 'enters' }),
    arrive: async () => callerOf(await signedIn(platform, 'dung@mua.demo'), DUNG_1),
    hasNothing: true,
  },
  {
    name: 'another investor',
    outcome: byAccess({ ...SIGNED_IN, account: 'NotFound' }),
    arrive: async () => callerOf(await signedIn(platform, 'binh@mua.demo'), AN_1),
  },
  {
    name: 'another slot of the same browser session',
    outcome: byAccess({ ...SIGNED_IN, account: 'ACCOUNT_MISMATCH' }),
    arrive: async () => {
      const browser = await signedIn(platform, AN);
      await browser.signIn('binh@mua.demo');
      return callerOf(browser, AN_1);
    },
  },
  {
    name: 'an investor who was removed from the browser session',
    outcome: byAccess(NOBODY),
    arrive: async () => {
      const browser = await signedIn(platform, 'binh@mua.demo');
      await browser.signIn('an@mua.demo');
      const removed = callerOf(browser, AN_1);
      await browser.post('/api/investor/logout', {});
      return removed;
    },
  },
  {
    name: 'the owner, whose browser session is too old',
    outcome: byAccess(NOBODY),
    // The session expired before the tests began.
    arrive: async () => callerOf(expired, AN_1),
  },
  {
    name: 'an investor who was suspended meanwhile',
    outcome: byAccess({ ...SIGNED_IN, investor: 'LoginAccountIsSupended', account: 'LoginAccountIsSupended' }),
    arrive: async () => {
      await setSuspended(false);
      const browser = await signedIn(platform, 'chi@mua.demo');
      const suspended = browser.slot;
      await setSuspended(true);
      // A changed browser session is read again.
      await browser.signIn('an@mua.demo');
      browser.slot = suspended;
      return callerOf(browser, AN_1);
    },
  },
  {
    name: 'a program that was granted everything',
    outcome: byScope(['market', 'account', 'trade'], 'enters'),
    arrive: async () => ({ headers: await programHeaders('market account trade', AN_1), accountId: AN_1 }),
  },
  {
    name: 'a program that reads prices only',
    outcome: byScope(['market'], 'NotFound'),
    arrive: async () => ({ headers: await programHeaders('market', AN_1), accountId: AN_1 }),
  },
  {
    name: 'a program of another sub-account of the same investor',
    outcome: byScope(['market', 'account', 'trade'], 'NotFound'),
    arrive: async () => ({ headers: await programHeaders('market account trade', '108C000001-02'), accountId: AN_1 }),
  },
  {
    name: 'a program whose grant was taken back',
    outcome: forgedToken,
    arrive: async () => {
      const headers = await programHeaders('market account trade', AN_1, { maxLotsPerDay: TAKEN_BACK_LOTS });
      const an = await signedIn(platform, AN);
      const { items }: { items: OAuthGrant[] } = (await an.get('/api/iam/oauth/grants')).json();
      const grant = items.find(({ maxLotsPerDay }) => maxLotsPerDay === TAKEN_BACK_LOTS);
      await an.send({ method: 'DELETE', url: `/api/iam/oauth/grants/${grant?.grantId}` });
      return { headers, accountId: AN_1 };
    },
  },
  {
    name: 'somebody who signs up',
    outcome: bySignUp('enters'),
    arrive: async () => signingUp(),
  },
  {
    name: 'somebody whose sign-up is too old',
    outcome: bySignUp('NotFound'),
    // The sign-up expired before the tests began.
    arrive: async () => expiredSignUp,
  },
  {
    name: 'somebody whose sign-up was used',
    outcome: bySignUp('NotFound'),
    arrive: async () => {
      const caller = await signingUp();
      const code = await codeTo(platform, signUpMail());
      await send(ROUTES.verifyRegistration, caller, NEVER_WAS, { code });
      return caller;
    },
  },
  {
    name: 'an operator',
    outcome: byAccess({ ...NOBODY, operator: 'enters' }),
    arrive: async () => ({ headers: { authorization: `Bearer ${OPERATOR_TOKEN}` }, accountId: AN_1 }),
  },
  {
    name: 'a bank',
    outcome: byAccess({ ...NOBODY, bank: 'enters' }),
    arrive: async () => ({ headers: {}, accountId: AN_1, sign: signedByBank() }),
  },
  {
    name: 'Zalo',
    outcome: byAccess({ ...NOBODY, zalo: 'enters' }),
    arrive: async () => ({ headers: {}, accountId: AN_1, sign: signedByZalo }),
  },
  {
    name: 'somebody who signs with another secret',
    outcome: byAccess(NOBODY),
    arrive: async () => ({ headers: {}, accountId: AN_1, sign: signedByBank(`${BANK_SECRET}!`) }),
  },
  {
    name: 'somebody with a token like that of operators',
    // The token does not belong to a program either.
    outcome: forgedToken,
    arrive: async () => ({ headers: { authorization: `Bearer ${OPERATOR_TOKEN}x` }, accountId: AN_1 }),
  },
];

const NEVER_WAS: Belongings = {
  clientOrderId: '0190163d-8694-739b-aea5-0000000000ff',
  orderId: 'AAAAAAAAAAAAAAAA',
  conditionalOrderId: 'AAAAAAAAAAAAAAAA',
  mailboxId: '999999-0',
  alertId: 'AAAAAAAAAAAAAAAA',
  watchlistId: 'AAAAAAAAAAAAAAAA',
  deviceId: 'AAAAAAAAAAAAAAAA',
  grantId: 'AAAAAAAAAAAAAAAA',
  taskId: 'AAAAAAAAAAAAAAAA',
  sessionId: 'AAAAAAAAAAAAAAAA',
  investorCode: '108C000009',
  id: 'AAAAAAAAAAAAAAAA',
  imageId: 'AAAAAAAAAAAAAAAA',
  signatureId: 'AAAAAAAAAAAAAAAA',
  depositId: 'AAAAAAAAAAAAAAAA',
  bankAccountId: 'AAAAAAAAAAAAAAAA',
  beneficiaryAccountId: 'AAAAAAAAAAAAAAAA',
  requestId: 'AAAAAAAAAAAAAAAA',
  strategyId: 'AAAAAAAAAAAAAAAA',
  copyId: 'AAAAAAAAAAAAAAAA',
};

let platform: Platform;
let expired: Browser;
let expiredSignUp: Caller;
let signUps = 0;
let ofAn: Belongings;
let ofAnsOther: Belongings;
let ofBinh: Belongings;

beforeAll(async () => {
  platform = await startPlatform({
    limits: { ordersPerSecond: 1e6, ordersBurst: 1e6 },
    player: recordingWithoutEnd(),
    scenarios: stageScenarios(START_MS),
    moveClock: async () => {},
  });
  expired = await signedIn(platform, AN);
  expiredSignUp = await signingUp();
  platform.clock.advanceTo(START_MS + BROWSER_SESSION_MS);
  const an = await signedIn(platform, AN);
  const binh = await signedIn(platform, 'binh@mua.demo');
  ofAn = await furnish(platform, an, AN_1, idsOf('a'));
  ofAnsOther = await furnish(platform, an, '108C000001-02', idsOf('c'));
  ofBinh = await furnish(platform, binh, BINH_1, idsOf('b'));
});
afterAll(() => platform.close());

const signUpMail = (): string => `moi${signUps}@mua.demo`;

async function signingUp(): Promise<Caller> {
  signUps += 1;
  const body = { ...GOOD_BODIES.register, email: signUpMail(), phone: `09887700${10 + signUps}` };
  const begun = await send(ROUTES.register, { headers: {}, accountId: AN_1 }, NEVER_WAS, body);
  return { headers: {}, accountId: AN_1, signUpId: begun.json().sessionId };
}

function idsOf(letter: string) {
  const id = (digit: number): string => `0190163d-8694-739b-aea5-966c26f8ad${letter}${digit}`;
  return { position: id(1), order: id(2), pair: id(3) };
}

/** Returns headers of a grant made in the browser and exchanged by the program. */
async function programHeaders(scope: string, accountId: string, bounds: object = {}): Promise<Record<string, string>> {
  const an = await signedIn(platform, AN);
  await stepUp(an);
  const verifier = 'v'.repeat(43);
  const request = { ...AUTHORIZATION, scope, code_challenge: challengeOf(verifier) };
  const body = { ...GOOD_BODIES.authorize, request, accountIds: [accountId], ...bounds };
  const granted = await an.post('/api/iam/oauth/authorize', body);
  const code = new URL(granted.json().redirectTo).searchParams.get('code') ?? '';
  const form = {
    ...{
      grant_type: 'authorization_code',
      client_id: AUTHORIZATION.client_id,
      redirect_uri: AUTHORIZATION.redirect_uri,
    },
    ...{ code, code_verifier: verifier },
  };
  const drawn = await platform.app.inject({
    method: 'POST',
    url: '/api/iam/oauth/token',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams(form).toString(),
  });
  return { authorization: `Bearer ${drawn.json().access_token}` };
}

async function setSuspended(isSuspended: boolean): Promise<void> {
  const { pool } = platform.database;
  await pool.query("update investor set is_suspended = $1 where email = 'chi@mua.demo'", [isSuspended]);
}

function send(route: RouteDefinition, caller: Caller, ids: Belongings, body?: object): Promise<LightMyRequestResponse> {
  return platform.app.inject(requestFor(route, caller, ids, body));
}

/** Beside its path, where an account route has it. */
function namesAnAccount({ body, query }: RouteDefinition): boolean {
  return [body, query].some((part) => fieldsOf(part, 'required').includes('accountId'));
}

function outcomeOf(response: LightMyRequestResponse, route: RouteDefinition): Outcome {
  if (response.statusCode < 300) return 'enters';
  const { code } = response.json();
  // The caller is admitted, and the id that it named belongs to somebody or something else, or is gone.
  const isAdmitted = route.access === 'investor' || route.access === 'operator';
  const namesOne = privateParams(route).length > 0 || namesAnAccount(route);
  if (code === 'NotFound' && isAdmitted && namesOne) return 'enters';
  return KEPT_OUT.has(code) ? code : 'enters';
}

function expectedOf({ outcome, hasProved }: Principal, route: RouteDefinition): Outcome {
  const expected = outcome(route);
  return expected === 'enters' && route.needs === 'step-up' && !hasProved ? 'StepUpRequired' : expected;
}

/**
 * Returns everything that distinguishes one reply from another: status, headers, body, without the request counters.
 */
function notifyTale(response: LightMyRequestResponse, id: string): unknown {
  const { date: _date, 'x-request-id': _requestId, ...headers } = response.headers;
  const { requestId: _id, ...body } = JSON.parse(response.body.replaceAll(id, 'the-id'));
  return { status: response.statusCode, headers, body };
}

async function isStillThere({ headers }: Caller, signedInAs: string): Promise<boolean> {
  return (await sessionOf(headers)) === signedInAs;
}

async function sessionOf(headers: Caller['headers']): Promise<string> {
  return (await platform.app.inject({ method: 'GET', url: '/api/investor/session', headers })).body;
}

const present = new Map<string, { caller: Caller; session: string }>();

async function arrived({ name, arrive }: Principal): Promise<Caller> {
  const known = present.get(name);
  if (known && (await isStillThere(known.caller, known.session))) return known.caller;
  const caller = await arrive();
  present.set(name, { caller, session: await sessionOf(caller.headers) });
  return caller;
}

const named = Object.entries<RouteDefinition>(ROUTES);

function privateParams(route: RouteDefinition): readonly (keyof Belongings)[] {
  return paramNamesOf(route).filter((name): name is keyof Belongings => name in NEVER_WAS);
}

describe('another investor’s data gets the answer of data that does not exist', () => {
  /** Where it names something new, an id that the client creates may be anything. */
  const privateFields = (route: RouteDefinition): readonly (keyof Belongings)[] =>
    fieldsOf(route.body, 'all').filter(
      (name): name is keyof Belongings => name in NEVER_WAS && !fieldsOf(route.body, 'required').includes(name),
    );
  const owner = () => arrived(PRINCIPALS.find(({ name }) => name === 'the owner') as Principal);

  test('every parameter of every route is known as public or private', () => {
    const known = new Set(['accountId', ...Object.keys(PUBLIC_PARAMS), ...Object.keys(NEVER_WAS)]);
    expect(ALL_ROUTES.flatMap(paramNamesOf).filter((name) => !known.has(name))).toEqual([]);
  });

  test.each(named.filter(([, { access }]) => access === 'account'))('a sub-account: %s', async (name, route) => {
    const binh = await arrived(PRINCIPALS.find((one) => one.name === 'another investor') as Principal);
    const foreign = await send(route, { ...binh, accountId: AN_1 }, ofAn, GOOD_BODIES[name]);
    const never = await send(route, { ...binh, accountId: NEVER_WAS_ACCOUNT }, ofAn, GOOD_BODIES[name]);
    expect(notifyTale(foreign, AN_1)).toEqual(notifyTale(never, NEVER_WAS_ACCOUNT));
    expect(never.statusCode).toBe(404);
  });

  test.each(named.flatMap(([name, route]) => privateParams(route).map((param) => [param, name, route] as const)))(
    '%s in the address: %s',
    async (param, name, route) => {
      const ask = async (id: string) =>
        notifyTale(await send(route, await owner(), { ...ofAn, [param]: id }, GOOD_BODIES[name]), id);
      const never = await ask(NEVER_WAS[param]);
      expect(await ask(ofBinh[param])).toEqual(never);
      // Data of the investor is theirs in any sub-account.
      if (route.access === 'account') expect(await ask(ofAnsOther[param])).toEqual(never);
    },
  );

  test.each(named.flatMap(([name, route]) => privateFields(route).map((field) => [field, name, route] as const)))(
    '%s in the body: %s',
    async (field, name, route) => {
      const terms = Object.entries(GOOD_BODIES[name] ?? {}).filter(([one]) => !(one in NEVER_WAS));
      const ask = async (id: string) =>
        notifyTale(await send(route, await owner(), ofAn, { ...Object.fromEntries(terms), [field]: id }), id);
      const never = await ask(NEVER_WAS[field]);
      expect(never).toMatchObject({ status: 404 });
      expect(await ask(ofBinh[field])).toEqual(never);
      expect(await ask(ofAnsOther[field])).toEqual(never);
    },
  );

  test('and remains unchanged', async () => {
    const binh = callerOf(await signedIn(platform, 'binh@mua.demo'), BINH_1);
    const { body: order } = await send(ROUTES.readOrderByClientId, binh, ofBinh);
    expect(JSON.parse(order)).toMatchObject({ quantity: 2, limitPrice: '450.00', status: 'WORKING' });
    const items = async (route: RouteDefinition) => (await send(route, binh, ofBinh)).json().items;
    expect(await items(ROUTES.listConditionalOrders)).toMatchObject([
      { state: 'PENDING_ACTIVATION', takeProfit: '460.00' },
    ]);
    expect(await items(ROUTES.listPriceAlerts)).toMatchObject([{ alertId: ofBinh.alertId, price: '465.00' }]);
    expect(await items(ROUTES.listWatchlists)).toMatchObject([{ name: 'Mine', contractCodes: [CODE] }]);
  });
});

test.each(named)('%s is treated by every route as its access says', async (name, route) => {
  const outcomes: [string, Outcome][] = [];
  const expected: [string, Outcome][] = [];
  for (const principal of PRINCIPALS) {
    if (principal.hasNothing && privateParams(route).length > 0) continue;
    const response = await send(route, await arrived(principal), ofAn, GOOD_BODIES[name]);
    outcomes.push([principal.name, outcomeOf(response, route)]);
    expected.push([principal.name, expectedOf(principal, route)]);
  }
  expect(outcomes).toEqual(expected);
});

/** A request whose id the client creates makes a new order. */
const sendsOrders = ({ access, body }: RouteDefinition): boolean =>
  access === 'account' && fieldsOf(body, 'required').includes('clientOrderId');

test.each(named.filter(([, route]) => sendsOrders(route)))(
  'a sub-account that is not activated sends no order: %s',
  async (name, route) => {
    const dung = callerOf(await signedIn(platform, 'dung@mua.demo'), DUNG_1);
    const response = await send(route, dung, ofAn, GOOD_BODIES[name]);
    expect(response.json()).toMatchObject({ code: expect.stringMatching(/^InvestorTradingAccountNot/) });
  },
);
