/** The list of shortcuts, in the product and in a window of one panel; loaded when it is asked for. */
import { Suspense } from 'react';
import { late } from '#app/late.ts';
import { withKeysWords } from '#i18n/i18n.ts';
import { useOpenDialog } from '#session/open-dialog.ts';

const CheatSheet = late(async () => ({
  default: (await withKeysWords(() => import('#features/shortcuts/cheat-sheet.tsx'))).CheatSheet,
}));

export function AskedShortcuts() {
  const { dialog, close } = useOpenDialog();
  if (dialog !== 'shortcuts') return null;
  return (
    <Suspense>
      <CheatSheet onClose={close} />
    </Suspense>
  );
}
