/** The gear in the header, with or without its menu: the appearance, and a link to all settings. */
import { Monitor, Moon, Settings, Sun } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { IconButton, type IconButtonProps } from '#design/ui/controls/icon-button.tsx';

export const THEME_ICONS = { light: Sun, dark: Moon, system: Monitor };

export function AppearanceButton(props: Omit<IconButtonProps, 'label'>) {
  const { t } = useTranslation();
  return (
    <IconButton label={t(($) => $.shell.nav.settings)} className="max-md:size-11" aria-haspopup="menu" {...props}>
      <Settings aria-hidden />
    </IconButton>
  );
}
