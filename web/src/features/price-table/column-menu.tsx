/** Opens the choice of columns; what is behind the button is loaded when somebody reaches for it. */
import { useOnDemand } from '#design/on-demand.ts';
import { ColumnButton } from './column-button.tsx';

const load = async () => (await import('./column-choices.tsx')).ColumnChoices;

export function ColumnMenu({ hiddenColumns }: { hiddenColumns: number }) {
  const [Choices, reach] = useOnDemand(load);
  return Choices ? <Choices hiddenColumns={hiddenColumns} /> : <ColumnButton {...reach} />;
}
