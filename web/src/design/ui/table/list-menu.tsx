/** Offers the actions on a list as a whole. */
import { Ellipsis } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '#design/ui/controls/icon-button.tsx';
import { DropdownMenu, DropdownMenuContent, DropdownMenuTrigger } from '#design/ui/overlays/dropdown-menu.tsx';

export function ListMenu({ testId, children }: { testId: string; children: ReactNode }) {
  const { t } = useTranslation();
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <IconButton
          label={t(($) => $.lists.menu)}
          size="icon-sm"
          className="size-6 max-md:size-11"
          data-testid={testId}
        >
          <Ellipsis aria-hidden />
        </IconButton>
      </DropdownMenuTrigger>
      <DropdownMenuContent className="max-md:[&>[role^=menuitem]]:min-h-11">{children}</DropdownMenuContent>
    </DropdownMenu>
  );
}
