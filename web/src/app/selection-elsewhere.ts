/**
 * Takes over the sub-account that was chosen in another window. What is being written here is of the one that is shown:
 * another one comes when that is done, and then nobody expects it any more, so it is said (late-selection.tsx).
 */
import { create } from 'zustand';
import { isBeingWritten } from '#desk/being-written.ts';
import { useSelectedAccount } from '#session/selected-account-store.ts';

const LOOK_AGAIN_MS = 500;

/** Null once it is said. */
export const useLateSelection = create<{ readonly accountId: string | null }>()(() => ({ accountId: null }));

let later: ReturnType<typeof setTimeout> | undefined;

export async function followSelection(): Promise<void> {
  const hasWaited = later !== undefined;
  clearTimeout(later);
  later = isBeingWritten() ? setTimeout(followSelection, LOOK_AGAIN_MS) : undefined;
  if (later !== undefined) return;
  const before = useSelectedAccount.getState().selectedAccount;
  await useSelectedAccount.persist.rehydrate();
  const { selectedAccount } = useSelectedAccount.getState();
  if (hasWaited && selectedAccount !== before) useLateSelection.setState({ accountId: selectedAccount });
}
