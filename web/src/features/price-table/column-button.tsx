/** The "Columns" button, with or without its menu. */
import { Columns3 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button, type ButtonProps } from '#design/ui/controls/button.tsx';

export function ColumnButton(props: Omit<ButtonProps, 'variant' | 'size'>) {
  const { t } = useTranslation();
  return (
    <Button
      variant="outline"
      size="sm"
      className="h-7 rounded-md px-2.5 text-13"
      aria-haspopup="dialog"
      data-testid="board-columns"
      {...props}
    >
      <Columns3 aria-hidden />
      <span className="lg:@max-[900px]:sr-only">{t(($) => $.board.columns)}</span>
    </Button>
  );
}
