/** Bank accounts of either kind in one shape, with their bank's name. */
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { BankTab } from '#pages/bank-information/bank-tabs.ts';
import { beneficiariesQuery, registeredQuery, useBanks } from '#signed-in/payouts.ts';

export interface ShownAccount {
  readonly id: string;
  readonly bankCode: string;
  readonly bankName: string;
  readonly number: string;
  readonly holder: string;
  readonly branch: string | null;
  /** Of a beneficiary that waits; null for any other. */
  readonly usableFrom: string | null;
  /** `Vietcombank ··· 4471` */
  readonly name: string;
}

export interface ShownAccounts {
  readonly data: readonly ShownAccount[] | undefined;
  readonly error: unknown;
  readonly retry: () => void;
}

export function useShownAccounts(userId: string, tab: BankTab): ShownAccounts {
  const nameOf = useAccountName(userId);
  const registered = useQuery({ ...registeredQuery(userId), enabled: tab === 'registered' });
  const beneficiaries = useQuery({ ...beneficiariesQuery(userId), enabled: tab === 'beneficiaries' });
  const banks = useBanks(userId);
  const bankName = (code: string) => banks.get(code)?.shortName ?? code;
  if (tab === 'registered') {
    const data = registered.data?.map(({ bankAccountId, accountNumber, holderName, bank, branch }) => ({
      ...{ id: bankAccountId, bankCode: bank, bankName: bankName(bank), number: accountNumber },
      ...{ holder: holderName, branch, usableFrom: null, name: nameOf(bank, accountNumber) },
    }));
    return { data, error: registered.error, retry: () => void registered.refetch() };
  }
  const data = beneficiaries.data?.map(
    ({ beneficiaryAccountId, beneficiaryAccountNumber: number, accountName, bankCode, usableFrom }) => ({
      ...{ id: beneficiaryAccountId, bankCode, bankName: bankName(bankCode), number },
      ...{ holder: accountName, branch: null, usableFrom, name: nameOf(bankCode, number) },
    }),
  );
  return { data, error: beneficiaries.error, retry: () => void beneficiaries.refetch() };
}

/** Names an account by its bank and last digits. */
export function useAccountName(userId: string): (bankCode: string, number: string) => string {
  const { t } = useTranslation();
  const banks = useBanks(userId);
  return (bankCode, number) =>
    t(($) => $.banks.account, { bank: banks.get(bankCode)?.shortName ?? bankCode, last: number.slice(-4) });
}
