/** The dialog of a list, loaded when it is first opened. */
import { lazy, Suspense } from 'react';
import type { ListDialogProps } from '#features/watchlists/list-dialog.tsx';

const Dialog = lazy(async () => ({ default: (await import('#features/watchlists/list-dialog.tsx')).ListDialog }));

export function LazyListDialog(props: ListDialogProps) {
  return (
    <Suspense>
      <Dialog {...props} />
    </Suspense>
  );
}
