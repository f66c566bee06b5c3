/**
 * A demo's bank: pays what a code says, or something else, and tells of it by the very call that a bank makes, with a
 * signature over the same bytes.
 */
import { randomBytes } from 'node:crypto';
import type { DepositBank } from '@mua/contract/entities/deposit';
import { notifyOfPayment, SIGNATURE_HEADER } from '@mua/contract/http/bank-notifications';
import type { payAtDemoBank } from '@mua/contract/http/demo-bank';
import { type BodyOf, pathOf, type ReplyOf } from '@mua/contract/route';
import { readVietQr } from '@mua/contract/vietqr/vietqr';
import type { FastifyInstance } from 'fastify';
import type { Clock } from '#ground/clock.ts';
import { signatureOf } from '#http/body-signature.ts';
import { replyError } from '#refusals/reply-error.ts';

export interface DemoBank {
  pay(order: BodyOf<typeof payAtDemoBank>): Promise<ReplyOf<typeof notifyOfPayment>>;
}

export function createDemoBank(deps: {
  readonly app: Pick<FastifyInstance, 'inject'>;
  readonly clock: Pick<Clock, 'nowMs'>;
  readonly banks: readonly DepositBank[];
  readonly bankSecret: string;
}): DemoBank {
  const { app, clock, banks, bankSecret } = deps;
  return {
    async pay({ qrPayload, amount, memo }) {
      const transfer = readVietQr(qrPayload.trim());
      const bank = banks.find(({ bin }) => bin === transfer?.bin);
      const sum = amount ?? transfer?.amountVnd?.toString();
      if (!transfer || !bank) throw replyError('BadRequest', { field: 'qrPayload' });
      if (sum === undefined) throw replyError('BadRequest', { field: 'amount' });
      const payload = JSON.stringify({
        notificationId: `demo-${randomBytes(9).toString('base64url')}`,
        bankId: bank.bankId,
        accountNumber: transfer.accountNumber,
        amount: sum,
        memo: memo ?? transfer.memo,
        bookedAt: new Date(clock.nowMs()).toISOString(),
      });
      const answer = await app.inject({
        method: notifyOfPayment.method,
        url: pathOf(notifyOfPayment),
        headers: { 'content-type': 'application/json', [SIGNATURE_HEADER]: signatureOf(bankSecret, payload) },
        payload,
      });
      if (answer.statusCode !== 200) throw new Error(`the bank's word was answered with ${answer.statusCode}`);
      return notifyOfPayment.replies[200].parse(answer.json());
    },
  };
}
