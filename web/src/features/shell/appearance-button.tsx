/** The sun or moon in the header, with or without its menu behind it. */
import { Monitor, Moon, Sun } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { IconButton, type IconButtonProps } from '#design/ui/icon-button.tsx';
import { useResolvedTheme } from '#session/resolved-theme.ts';

export const THEME_ICONS = { light: Sun, dark: Moon, system: Monitor };

export function AppearanceButton(props: Omit<IconButtonProps, 'label'>) {
  const { t } = useTranslation();
  const Icon = THEME_ICONS[useResolvedTheme()];
  return (
    <IconButton label={t(($) => $.shell.header.theme)} className="max-md:size-11" aria-haspopup="menu" {...props}>
      <Icon aria-hidden />
    </IconButton>
  );
}
