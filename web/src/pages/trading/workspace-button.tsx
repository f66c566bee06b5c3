/** The button for the desk's arrangement, with its menu once that has loaded. */
import { LayoutDashboard } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { IconButton, type IconButtonProps } from '#design/ui/controls/icon-button.tsx';

export function WorkspaceButton(props: Omit<IconButtonProps, 'label'>) {
  const { t } = useTranslation();
  return (
    <IconButton size="icon-sm" label={t(($) => $.workspaces.title)} aria-haspopup="dialog" {...props}>
      <LayoutDashboard aria-hidden />
    </IconButton>
  );
}
