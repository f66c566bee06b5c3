/** Bundles the English words of the pages beside trading. */

import applications from '#i18n/en/applications.json';
import banks from '#i18n/en/banks.json';
import contracts from '#i18n/en/contracts.json';
import deposits from '#i18n/en/deposits.json';
import money from '#i18n/en/money.json';
import packages from '#i18n/en/packages.json';
import property from '#i18n/en/property.json';
import security from '#i18n/en/security.json';
import signUp from '#i18n/en/sign-up.json';
import statements from '#i18n/en/statements.json';
import withdrawals from '#i18n/en/withdrawals.json';
import type { AccountWords } from '#i18n/vi/account.ts';

export const account: AccountWords = {
  applications,
  banks,
  contracts,
  deposits,
  money,
  packages,
  property,
  security,
  signUp,
  statements,
  withdrawals,
};
