/** The sub-account selected in the trading page (docs/rules/people.md#sessions); held by the client. */
import { z } from 'zod';
import { opaqueId } from '#wire.ts';

/** The accountId of the sub-account, or null before one is chosen. */
export const selectedAccountState = z
  .object({ selectedAccount: opaqueId.nullable() })
  .meta({ id: 'SelectedAccountState' });
export type SelectedAccountState = z.infer<typeof selectedAccountState>;
