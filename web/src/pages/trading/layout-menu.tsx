/** The menu for how the charts of a window are arranged; its content is loaded when the button is about to be used. */
import { LayoutGrid } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useOnDemand } from '#design/on-demand.ts';
import { IconButton } from '#design/ui/controls/icon-button.tsx';
import { withWindowsWords } from '#i18n/i18n.ts';

const load = async () => (await withWindowsWords(() => import('#pages/trading/window-layouts.tsx'))).WindowLayouts;

export function LayoutMenu() {
  const { t } = useTranslation();
  const [Layouts, reach] = useOnDemand(load);
  if (Layouts) return <Layouts />;
  return (
    <IconButton size="icon-sm" label={t(($) => $.windows.charts)} aria-haspopup="dialog" {...reach}>
      <LayoutGrid aria-hidden />
    </IconButton>
  );
}
