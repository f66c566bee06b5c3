/** The number of an account or an investor as the screen may show it: privacy mode masks it. */
import { useFormat } from '#i18n/use-format.ts';

export function AccountNumber({ number }: { number: string }) {
  return useFormat().accountNumber(number);
}
