/** Bundles the Vietnamese words of the pages beside trading: registration, papers, money, account and security (i18n.ts). */

import applications from '#i18n/vi/applications.json';
import banks from '#i18n/vi/banks.json';
import contracts from '#i18n/vi/contracts.json';
import deposits from '#i18n/vi/deposits.json';
import money from '#i18n/vi/money.json';
import packages from '#i18n/vi/packages.json';
import property from '#i18n/vi/property.json';
import security from '#i18n/vi/security.json';
import signUp from '#i18n/vi/sign-up.json';
import statements from '#i18n/vi/statements.json';
import withdrawals from '#i18n/vi/withdrawals.json';

export const account = {
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
export type AccountWords = typeof account;
