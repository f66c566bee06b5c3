/** Formats a tax code while it is typed and verifies its check digit. */
import { faultOf } from '@mua/contract/registration-rules';
import { digitsOf } from '#design/ui/controls/code-field.tsx';

/** Digits of a company's code; a branch has three more. */
export const TAX_DIGITS = 10;

/** Formats `0100109106` or `0100109106-001`; the dash of a branch is inserted automatically. */
export function taxDigits(typed: string): string {
  const digits = digitsOf(typed).slice(0, TAX_DIGITS + 3);
  return digits.length > TAX_DIGITS ? `${digits.slice(0, TAX_DIGITS)}-${digits.slice(TAX_DIGITS)}` : digits;
}

export function isTaxCodeRight(taxCode: string): boolean {
  return taxCode !== '' && faultOf('taxCode', { taxCode }, '') === null;
}
