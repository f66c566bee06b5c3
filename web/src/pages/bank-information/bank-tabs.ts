/** Kinds of bank accounts, as the page's address names them. */
export const BANK_TABS = ['registered', 'beneficiaries'] as const;
export type BankTab = (typeof BANK_TABS)[number];
