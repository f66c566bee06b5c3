/** Shows the number of an account or an investor: privacy mode masks it. */
import { useFormat } from '#i18n/use-format.ts';

export function AccountNumber({ number }: { number: string }) {
  return useFormat().accountNumber(number);
}
