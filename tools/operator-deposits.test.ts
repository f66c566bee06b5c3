/** Checks that an operator reads why a payment waits in words, whatever the cause. */
import { listBankNotifications } from '@mua/contract/http/bank-notifications';
import { expect, test } from 'vitest';

interface OperatorDeposits {
  readonly CAUSES: Readonly<Record<string, string>>;
}

/** The operator's program is plain JavaScript, which has no types to import. */
const { CAUSES } = (await import(new URL('./operator-deposits.mjs', import.meta.url).href)) as OperatorDeposits;

test('every cause for which a payment waits has words', () => {
  const causes = listBankNotifications.replies[200].shape.items.element.shape.cause.unwrap().options;
  expect(Object.keys(CAUSES).sort()).toEqual([...causes].sort());
});
