// @vitest-environment jsdom
import { SIGNED_OUT } from '@mua/contract/entities/auth-state';
import { readMe } from '@mua/contract/http/investors';
import { setPin, stepUp } from '@mua/contract/http/security';
import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useAuth } from '#session/auth-store.ts';
import { useProofDemands } from '#session/proof-demand.ts';
import { callAs } from '#signed-in/actor.ts';
import { endSessionWhenUnauthorized } from '#signed-in/unauthorized.ts';

const body = { pin: '135790', isAskedForTrading: true };
const refusal = () => Response.json({ code: 'StepUpRequired', facts: {}, requestId: 'r' }, { status: 403 });
let isProved = false;
const asked = vi.fn(async (_address: string, _init: RequestInit) => (isProved ? Response.json({}) : refusal()));

vi.stubEnv('VITE_APP_NAME', 'Mùa');

beforeEach(() => {
  isProved = false;
  asked.mockClear();
  vi.stubGlobal('fetch', asked);
  useAuth.getState().addAccount({ user: { userId: 'an' }, accessToken: { value: 'slot-an' } });
});
afterEach(() => {
  vi.unstubAllGlobals();
  useAuth.getState().signOutAll();
});

/** Returns the question on screen, once there is one. */
async function question() {
  await vi.waitFor(() => expect(useProofDemands.getState().demands).toHaveLength(1));
  const [demand] = useProofDemands.getState().demands;
  if (!demand) throw new Error('nothing is asked');
  return demand;
}

test('a call that needs a proof waits for it and is sent again unchanged', async () => {
  const reply = callAs('an', setPin, { body });
  const { need, userId, answer } = await question();
  expect({ need, userId }).toEqual({ need: 'step-up', userId: 'an' });
  isProved = true;
  answer(true);
  expect(await reply).toEqual({});
  expect(asked.mock.calls.map(([, { body: sent }]) => sent)).toEqual([JSON.stringify(body), JSON.stringify(body)]);
  expect(useProofDemands.getState().demands).toEqual([]);
});

test('a call that brings a new cookie is answered though its tab closes; nothing else keeps a closed tab’s calls', async () => {
  isProved = true;
  await callAs('an', stepUp, { body: { method: 'password', password: 'x' } });
  await callAs('an', setPin, { body });
  expect(asked.mock.calls.map(([, { keepalive }]) => keepalive)).toEqual([true, false]);
});

test('declining returns the refusal, and nothing is sent again', async () => {
  const reply = callAs('an', setPin, { body });
  const { answer } = await question();
  answer(false);
  await expect(reply).rejects.toMatchObject({ code: 'StepUpRequired' });
  expect(asked).toHaveBeenCalledOnce();
});

test('calls that need the same proof wait for one answer', async () => {
  const replies = Promise.all([callAs('an', setPin, { body }), callAs('an', setPin, { body })]);
  await vi.waitFor(() => expect(asked).toHaveBeenCalledTimes(2));
  const { answer } = await question();
  isProved = true;
  answer(true);
  expect(await replies).toEqual([{}, {}]);
});

test('a question ends with its investor’s session, and its call is not sent', async () => {
  const reply = callAs('an', setPin, { body });
  await question();
  useAuth.getState().signOutAll();
  await expect(reply).rejects.toMatchObject({ code: 'StepUpRequired' });
  expect(useProofDemands.getState().demands).toEqual([]);
  expect(asked).toHaveBeenCalledOnce();
});

test('a call that crossed a renewal of the browser session’s cookie is sent again, and nobody is signed out', async () => {
  const onEnded = vi.fn();
  const stop = endSessionWhenUnauthorized(new QueryClient(), onEnded);
  let isRenewed = false;
  let renew = () => {};
  vi.stubGlobal('fetch', async (address: string) => {
    if (address.endsWith('/step-up')) {
      await new Promise<void>((resolve) => {
        renew = resolve;
      });
      isRenewed = true;
      return Response.json({});
    }
    if (isRenewed) return Response.json(address.endsWith('/session') ? useAuth.getState() : { userId: 'an' });
    // Asked with the previous cookie, the server would say that nobody is signed in.
    if (address.endsWith('/session')) return Response.json(SIGNED_OUT);
    setTimeout(() => renew());
    return Response.json({ code: 'Unauthorized', facts: {}, requestId: 'r' }, { status: 401 });
  });
  const proved = callAs('an', stepUp, { body: { method: 'password', password: 'x' } });
  expect(await callAs('an', readMe, {})).toEqual({ userId: 'an' });
  expect(await proved).toEqual({});
  expect(onEnded).not.toHaveBeenCalled();
  stop();
});
