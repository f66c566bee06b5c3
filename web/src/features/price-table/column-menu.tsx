/** Opens the choice of columns; what is behind the button is loaded when somebody reaches for it. */
import { Columns3 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useOnDemand } from '#design/on-demand.ts';
import { Button, type ButtonProps } from '#design/ui/button.tsx';

const load = async () => (await import('./column-choices.tsx')).ColumnChoices;

export function ColumnMenu({ hiddenColumns }: { hiddenColumns: number }) {
  const [Choices, reach] = useOnDemand(load);
  return Choices ? <Choices hiddenColumns={hiddenColumns} /> : <ColumnButton {...reach} />;
}

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
      {t(($) => $.board.columns)}
    </Button>
  );
}
