/** Orders at an even pace, each timed from its sending until it is durable, and known where it was sent. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { CommandBody } from '@mua/core/engine';

const PER_SECOND = 500;
const ACCOUNTS = 200;

/** Resolves to the latency of each, in ms. */
export async function steadyCommands(
  submit: (body: CommandBody) => Promise<unknown>,
  prefix: string,
  seconds: number,
): Promise<number[]> {
  const sent: Promise<number>[] = [];
  const beganAt = performance.now();
  while (performance.now() - beganAt < seconds * 1000) {
    // The clock decides: timers come late on a busy machine, and the orders of that time are due all the same.
    while (sent.length < ((performance.now() - beganAt) / 1000) * PER_SECOND)
      sent.push(timed(submit, order(prefix, sent.length)));
    await sleep(1);
  }
  return Promise.all(sent);
}

async function timed(submit: (body: CommandBody) => Promise<unknown>, body: CommandBody): Promise<number> {
  const startedAt = performance.now();
  await submit(body);
  return performance.now() - startedAt;
}

function order(prefix: string, index: number): CommandBody {
  return {
    ...{ kind: 'placeOrder', accountId: `account-${index % ACCOUNTS}`, contractCode: 'ZCEZ26', side: 'BUY' },
    ...{ orderId: `${prefix}-${index}`, clientOrderId: `${prefix}-${index}`, orderType: 'LIMIT', duration: 'DAY' },
    ...{ quantityLots: 1, limitPrice: '447.75' },
  };
}
