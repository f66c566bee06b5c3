/** The bell itself, with the number of unread messages if there are any. */
import { Bell } from 'lucide-react';
import type { ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#design/ui/controls/button.tsx';
import { useFormat } from '#i18n/use-format.ts';

export interface BellButtonProps extends Omit<ComponentProps<typeof Button>, 'aria-label' | 'size' | 'variant'> {
  readonly unread: number;
}

/** Above this, the exact number no longer matters. */
const MOST = 99;

export function BellButton({ unread, ...props }: BellButtonProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const name = t(($) => $.mailbox.title);
  return (
    <Button
      variant="ghost"
      size="icon"
      aria-label={unread === 0 ? name : t(($) => $.mailbox.titleUnread, { replace: { unread: format.volume(unread) } })}
      className="relative max-md:after:absolute max-md:after:-inset-1.75"
      {...props}
    >
      <Bell aria-hidden className="size-4" />
      {unread > 0 && (
        <span
          aria-hidden
          className="-top-0.5 -right-0.5 absolute min-w-4 rounded-full bg-sell px-1 text-center font-semibold text-11 text-on-side tabular-nums leading-4"
        >
          {unread > MOST ? `${MOST}+` : unread}
        </span>
      )}
    </Button>
  );
}
