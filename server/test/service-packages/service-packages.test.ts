/** Service packages through the front door: beginning and ending, what an order pays, what the books and pages say. */
import { randomUUID } from 'node:crypto';
import type { ServicePackage } from '@mua/contract/entities/service-package';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  AN_1,
  AN_2,
  BINH_1,
  type Browser,
  CODE,
  OPERATOR_TOKEN,
  type Platform,
  signedIn,
  startPlatform,
} from '#test/fixtures/platform.ts';

const PACKAGES = '/api/investor/service-packages';

let platform: Platform;
let an: Browser;

beforeAll(async () => {
  platform = await startPlatform();
  an = await signedIn(platform, 'an@mua.demo');
});

afterAll(() => platform.close());

async function fillOne(): Promise<void> {
  platform.venue.fillAtTicks = 1800;
  const order = { clientOrderId: randomUUID(), contractCode: CODE, side: 'BUY', orderType: 'LIMIT', duration: 'DAY' };
  await an.post(`/api/order/${AN_1}/place`, { ...order, quantity: 1, limitPrice: '450.00' });
  await platform.sequencer.settled();
  platform.venue.fillAtTicks = null;
}

const endPlus = (accountId: string) =>
  an.send({ method: 'DELETE', url: `${PACKAGES}/plus/subscription?accountId=${accountId}` });

async function read(name: string): Promise<ServicePackage> {
  return (await an.get(`${PACKAGES}/${name}`)).json();
}

async function transactions(): Promise<{ type: string; amount: string; note: string }[]> {
  return (await an.get(`/api/investor/accounts/${AN_1}/transactions`)).json().items;
}

describe('service packages', () => {
  test('the free one is first, and nobody has another', async () => {
    const { items } = (await an.get(PACKAGES)).json();
    expect(items.map(({ name, price }: ServicePackage) => [name, price])).toEqual([
      ['basic', '0'],
      ['plus', '1500000'],
      ['pro', '6000000'],
    ]);
    expect(items[0].feePerLot.standard).toBe('350000');
    expect((await an.get(`${PACKAGES}/gold`)).statusCode).toBe(404);
  });

  test('somebody else’s sub-account is not found, to begin or to end', async () => {
    expect((await an.post(`${PACKAGES}/plus/subscribe`, { accountId: BINH_1 })).statusCode).toBe(404);
    expect((await endPlus(BINH_1)).statusCode).toBe(404);
    expect((await endPlus(AN_2)).statusCode).toBe(404);
  });

  test('it is paid once, whatever is sent again, and lowers the fee of the next fill', async () => {
    await fillOne();
    const body = { accountId: AN_1, clientRequestId: randomUUID() };
    const first = await an.post(`${PACKAGES}/plus/subscribe`, body);
    expect(first.statusCode).toBe(200);
    const again = await an.post(`${PACKAGES}/plus/subscribe`, body);
    expect(again.json()).toEqual(first.json());
    await an.post(`${PACKAGES}/plus/subscribe`, { accountId: AN_1 });
    expect((await an.post(`${PACKAGES}/pro/subscribe`, body)).json().code).toBe('IDEMPOTENCY_MISMATCH');
    await fillOne();
    expect((await transactions()).slice(0, 3)).toMatchObject([
      { type: 'TRANSACTION_FEE', amount: '-280000' },
      { type: 'PACKAGE_FEE', amount: '-1500000', note: 'plus 2026-11-20' },
      { type: 'TRANSACTION_FEE', amount: '-350000' },
    ]);
    const margin = (await an.get(`/api/investor/margin-status/${AN_1}`)).json();
    expect(margin.subscription).toMatchObject({ terms: { name: 'plus' }, until: '2026-12-19', isEnding: false });
  });

  test('the day counts its price among the fees, and equity is still money in, profit and fees', async () => {
    const { items } = (await an.get(`/api/investor/accounts/${AN_1}/days`)).json();
    const [day] = items;
    expect(day.fees).toBe(String(1_500_000 + 350_000 + 280_000));
    expect(BigInt(day.equity)).toBe(
      BigInt(day.netDeposits) + BigInt(day.actualProfit) - BigInt(day.fees) + BigInt(day.estimatedProfit),
    );
  });

  test('results by commodity and by date count it in total as the days do, and only a date has it', async () => {
    const [day] = (await an.get(`/api/investor/accounts/${AN_1}/days`)).json().items;
    const profitBy = async (by: string) => (await an.get(`/api/investor/accounts/${AN_1}/profit?by=${by}`)).json();
    const [commodities, dates] = [await profitBy('commodity'), await profitBy('date')];
    expect(commodities.items).toMatchObject([{ fees: '630000', accountFees: '0' }]);
    expect(dates.items).toMatchObject([{ tradeDate: day.tradeDate, fees: day.fees, accountFees: '1500000' }]);
    for (const { total } of [commodities, dates])
      expect(total).toMatchObject({ fees: day.fees, accountFees: '1500000' });
  });

  test('operators see who has what until when', async () => {
    const { items } = (
      await platform.app.inject({
        url: '/api/operator/packages',
        headers: { authorization: `Bearer ${OPERATOR_TOKEN}` },
      })
    ).json();
    expect(items).toMatchObject([
      { accountId: AN_1, terms: { name: 'plus' }, since: '2026-11-20', until: '2026-12-19', isEnding: false },
    ]);
  });

  test('it is ended with its month, taken back, and ended again', async () => {
    const end = () => endPlus(AN_1);
    expect((await end()).json().subscriptions).toMatchObject([{ accountId: AN_1, isEnding: true }]);
    await an.post(`${PACKAGES}/plus/subscribe`, { accountId: AN_1 });
    expect((await read('plus')).subscriptions).toMatchObject([{ isEnding: false }]);
    await end();
    await platform.sequencer.submit({ kind: 'endTradeDate', nextTradeDate: '2026-12-11' });
    expect((await read('plus')).subscriptions).toHaveLength(1);
    await platform.sequencer.submit({ kind: 'endTradeDate', nextTradeDate: '2026-12-21' });
    expect((await read('plus')).subscriptions).toEqual([]);
    const margin = (await an.get(`/api/investor/margin-status/${AN_1}`)).json();
    expect(margin.subscription).toBeNull();
  });

  test('one that can’t be paid is refused with what is missing, and its month’s end is told', async () => {
    const binh = await signedIn(platform, 'binh@mua.demo');
    const { withdrawable } = (await binh.get(`/api/investor/margin-status/${BINH_1}`)).json();
    const amountVnd = BigInt(withdrawable) - 2_000_000n;
    await platform.sequencer.submit({ kind: 'holdWithdrawal', accountId: BINH_1, withdrawalId: 'w1', amountVnd });
    const refused = await binh.post(`${PACKAGES}/pro/subscribe`, { accountId: BINH_1 });
    expect(refused.statusCode).toBe(422);
    expect(refused.json()).toMatchObject({
      code: 'ServicePackageTooDear',
      facts: { amount: '6000000', available: '2000000', missing: '4000000' },
    });
    expect((await binh.post(`${PACKAGES}/plus/subscribe`, { accountId: BINH_1 })).statusCode).toBe(200);
    await platform.sequencer.submit({ kind: 'endTradeDate', nextTradeDate: '2027-01-22' });
    const { items } = (await binh.get(`/api/notification/${BINH_1}/mailbox`)).json();
    expect(items.map(({ code }: { code: string }) => code)).toContain('ServicePackageEnded');
  });
});
