/** Shows, where orders are cancelled, that the server does it when this tab falls silent. Nothing while it is off. */
import { UserRoundX } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '#design/ui/controls/button.tsx';
import { useSilenceText } from '#i18n/silence-text.ts';
import { useCancelWhenGone } from '#orders/cancel-when-gone.ts';

export function GoneChip({ accountId, onOpen }: { readonly accountId: string; readonly onOpen: () => void }) {
  const { t } = useTranslation();
  const silence = useSilenceText();
  const seconds = useCancelWhenGone(({ waiting }) => waiting[accountId]?.seconds);
  if (seconds === undefined) return null;
  return (
    <Button variant="ghost" className="h-6 px-2 text-12 text-warning" onClick={onOpen} data-testid="gone-chip">
      <UserRoundX aria-hidden className="size-3.5" />
      {t(($) => $.orders.gone.chip, { silence: silence(seconds) })}
    </Button>
  );
}
