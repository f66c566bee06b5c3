/** The button for how charts are arranged, with its menu once that has loaded. */
import { LayoutGrid } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { IconButton, type IconButtonProps } from '#design/ui/controls/icon-button.tsx';

export function LayoutButton(props: Omit<IconButtonProps, 'label'>) {
  const { t } = useTranslation();
  return (
    <IconButton size="icon-sm" label={t(($) => $.chart.layout)} aria-haspopup="dialog" {...props}>
      <LayoutGrid aria-hidden />
    </IconButton>
  );
}
