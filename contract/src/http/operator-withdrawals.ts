/** What operators decide about withdrawals (docs/rules/margin-and-money.md#withdrawals). */
import { z } from 'zod';
import { withdrawCause, withdrawRequest } from '#entities/withdraw-request.ts';
import { defineRoute } from '#route.ts';
import { instant, listOf, opaqueId, operatorId, ownWords } from '#wire.ts';

const by = { operatorId, reason: ownWords(200).min(1) };

/** What operators do about a withdrawal, as `act list` names it. */
export const WITHDRAWAL_ACTS = ['approveWithdrawal', 'sendWithdrawal', 'rejectWithdrawal', 'payWithdrawal'] as const;
export type WithdrawalAct = (typeof WITHDRAWAL_ACTS)[number];

const withdrawalCase = z
  .object({
    ...withdrawRequest.shape,
    investorId: opaqueId,
    investorName: z.string().max(200),
    approvedBy: z
      .array(z.object({ operatorId: z.string().max(64), time: instant, reason: z.string().max(200) }))
      .max(4),
    /** Who has said that the bank is told now. */
    sentBy: z.object({ operatorId: z.string().max(64), time: instant }).nullable(),
    /** A payment that an operator has reported and that is not booked yet. */
    reportedReference: z.string().max(64).nullable(),
  })
  .meta({ id: 'WithdrawalCase' });
export type WithdrawalCase = z.infer<typeof withdrawalCase>;

export const listWithdrawals = defineRoute({
  method: 'GET',
  path: '/operator/withdrawals',
  access: 'operator',
  purpose: 'Lists the withdrawals under way, oldest first, then the newest that have ended.',
  replies: { 200: listOf(withdrawalCase) },
  errors: [],
});

const params = z.strictObject({ requestId: opaqueId });
const decision = { method: 'POST', access: 'operator', params, replies: { 200: withdrawalCase } } as const;

export const readWithdrawal = defineRoute({
  method: 'GET',
  path: '/operator/withdrawals/{requestId}',
  access: 'operator',
  purpose: 'Reads one withdrawal with who has approved it.',
  params,
  replies: { 200: withdrawalCase },
  errors: [],
});

export const approveWithdrawal = defineRoute({
  ...decision,
  path: '/operator/withdrawals/{requestId}/approve',
  purpose: 'Approves a withdrawal, above a sum the second person does; again where margin stood against it.',
  body: z.strictObject(by).meta({ id: 'ApproveWithdrawalForm' }),
  errors: ['SecondPersonRequired', 'WithdrawalNotWaiting', 'AmountExceededRemainingMargin'],
});

export const sendWithdrawal = defineRoute({
  ...decision,
  path: '/operator/withdrawals/{requestId}/send',
  purpose: 'Says, before the bank is told, that it is told now: nobody refuses or sends the withdrawal meanwhile.',
  body: z.strictObject({ ...by, reason: by.reason.default('sent') }).meta({ id: 'SendWithdrawalForm' }),
  errors: ['WithdrawalNotWaiting', 'WithdrawalBeingSent'],
});

export const rejectWithdrawal = defineRoute({
  ...decision,
  path: '/operator/withdrawals/{requestId}/reject',
  purpose:
    'Refuses a withdrawal that is not paid: the money is free again, cause and reason are told; one that is being sent only by saying that the bank does not pay it.',
  body: z
    .strictObject({
      ...by,
      cause: withdrawCause.optional(),
      /** The bank was not told, or has returned it. */
      bankDoesNotPay: z.boolean().default(false),
    })
    .meta({ id: 'RejectWithdrawalForm' }),
  errors: ['WithdrawalNotWaiting', 'WithdrawalBeingSent'],
});

export const payWithdrawal = defineRoute({
  ...decision,
  path: '/operator/withdrawals/{requestId}/pay',
  purpose:
    'Books an approved withdrawal that the bank has transferred, under the bank’s reference; again is no mistake.',
  body: z
    .strictObject({ ...by, reference: ownWords(64).min(1), reason: by.reason.default('paid') })
    .meta({ id: 'PayWithdrawalForm' }),
  errors: ['WithdrawalNotWaiting', 'DatabaseDuplicateKey', 'AmountExceededRemainingMargin'],
});
