/** Banks, own bank accounts and beneficiaries (docs/rules/margin-and-money.md#beneficiaries). */
import { BANKS } from '@mua/contract/banks';
import {
  addBeneficiary,
  addRegistrationBank,
  changeBeneficiary,
  changeRegistrationBank,
  listBanks,
  listBeneficiaries,
  listRegistrationBanks,
  readWithdrawNote,
  removeBeneficiary,
} from '@mua/contract/http/banks';
import { LIMITS } from '@mua/contract/limits';
import { DAY_MS } from '@mua/core/values';
import type { AccountFields } from '#banking/bank-account-store.ts';
import { type BankAccounts, withdrawNoteOf } from '#banking/bank-accounts.ts';
import { accepted, type Bind, ok } from '#http/bind-route.ts';
import { askerOf } from '#identity/codes/asker.ts';

const ITEMS = BANKS.map(({ code, bin, shortName, nameVi, nameEn }) => ({
  ...{ bankCode: code, bin, shortName },
  name: { vi: nameVi, en: nameEn },
}));

export function bindBankingRoutes(bind: Bind, accounts: BankAccounts): void {
  bind(listBanks, () => ok({ items: ITEMS, nextCursor: null }));
  bind(listRegistrationBanks, async ({ actor }) =>
    ok({ items: await accounts.registered(actor.investorId), nextCursor: null }),
  );
  bind(addRegistrationBank, async ({ actor, body, request }) =>
    accepted(await accounts.add(askerOf(actor, request), 'REGISTERED', registeredFields(body))),
  );
  bind(changeRegistrationBank, async ({ actor, params, body, request }) => {
    const asker = askerOf(actor, request);
    return accepted(await accounts.change(asker, 'REGISTERED', params.bankAccountId, registeredFields(body)));
  });
  bind(listBeneficiaries, async ({ actor }) =>
    ok({ items: await accounts.beneficiaries(actor.investorId), nextCursor: null }),
  );
  bind(addBeneficiary, async ({ actor, body, request }) =>
    accepted(await accounts.add(askerOf(actor, request), 'BENEFICIARY', beneficiaryFields(body))),
  );
  bind(changeBeneficiary, async ({ actor, params, body, request }) => {
    const asker = askerOf(actor, request);
    return accepted(await accounts.change(asker, 'BENEFICIARY', params.beneficiaryAccountId, beneficiaryFields(body)));
  });
  bind(removeBeneficiary, async ({ actor, params, request }) =>
    accepted(await accounts.remove(askerOf(actor, request), params.beneficiaryAccountId)),
  );
  bind(readWithdrawNote, async ({ actor }) =>
    ok({
      note: withdrawNoteOf(actor.investorId),
      holderName: await accounts.holderName(actor.investorId),
      least: String(LIMITS.withdrawLeastVnd),
      fee: '0',
      secondApprovalAbove: String(LIMITS.withdrawSecondApprovalVnd),
      beneficiaryHoldHours: Math.ceil((24 * LIMITS.beneficiaryHoldMs) / DAY_MS),
    }),
  );
}

function registeredFields(body: {
  readonly accountNumber: string;
  readonly holderName: string;
  readonly bank: string;
  readonly branch: string | null;
}): AccountFields {
  const { bank, ...rest } = body;
  return { ...rest, bankCode: bank };
}

function beneficiaryFields(body: {
  readonly beneficiaryAccountNumber: string;
  readonly accountName: string;
  readonly bankCode: string;
}): AccountFields {
  const { beneficiaryAccountNumber, accountName, bankCode } = body;
  return { accountNumber: beneficiaryAccountNumber, holderName: accountName, bankCode, branch: null };
}
