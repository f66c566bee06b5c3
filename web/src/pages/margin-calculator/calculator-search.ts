/** The inputs of the calculator as they stand in its address, so that a calculation can be shared. */
import type { Investor } from '@mua/contract/entities/investor';
import { SIDES, type Side } from '@mua/core/values';

export type InvestorKind = Investor['kind'];

/** Texts of the right form; whether a contract is listed or a price on its grid is seen later. */
export interface CalculatorSearch {
  readonly contract?: string | undefined;
  readonly side?: Side | undefined;
  readonly lots?: string | undefined;
  /** Decimal text of the wire; absent while the price follows the market. */
  readonly price?: string | undefined;
  /** Dong. */
  readonly money?: string | undefined;
  readonly kind?: InvestorKind | undefined;
}

const FORMS = {
  contract: /^[A-Z0-9]{3,12}$/,
  lots: /^[1-9]\d{0,5}$/,
  price: /^-?\d{1,9}(\.\d{1,9})?$/,
  money: /^\d{1,15}$/,
} as const;

/**
 * Reads an address. What is not of its form is undefined, not absent: the router keeps what a page says nothing about.
 */
export function readCalculatorSearch(search: Readonly<Record<string, unknown>>): CalculatorSearch {
  const { side, kind } = search;
  const text = (name: keyof typeof FORMS) => {
    // The router reads digits as a number.
    const value = typeof search[name] === 'number' ? String(search[name]) : search[name];
    return typeof value === 'string' && FORMS[name].test(value) ? value : undefined;
  };
  return {
    contract: text('contract'),
    side: isSide(side) ? side : undefined,
    lots: text('lots'),
    price: text('price'),
    money: text('money'),
    kind: isKind(kind) ? kind : undefined,
  };
}

function isSide(value: unknown): value is Side {
  return typeof value === 'string' && Object.hasOwn(SIDES, value);
}

function isKind(value: unknown): value is InvestorKind {
  return value === 'individual' || value === 'business';
}
