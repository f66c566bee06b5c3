/** Bundles the English words of the pages beside trading. */

import application from '#i18n/en/application.json';
import applications from '#i18n/en/applications.json';
import banks from '#i18n/en/banks.json';
import contracts from '#i18n/en/contracts.json';
import deposits from '#i18n/en/deposits.json';
import money from '#i18n/en/money.json';
import packages from '#i18n/en/packages.json';
import proof from '#i18n/en/proof.json';
import property from '#i18n/en/property.json';
import security from '#i18n/en/security.json';
import signUp from '#i18n/en/sign-up.json';
import statements from '#i18n/en/statements.json';
import withdrawals from '#i18n/en/withdrawals.json';
import type { AccountWords } from '#i18n/vi/account.ts';

export const account: AccountWords = {
  application,
  applications,
  banks,
  contracts,
  deposits,
  money,
  packages,
  proof,
  property,
  security,
  signUp,
  statements,
  withdrawals,
};
