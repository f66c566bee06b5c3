/** Opens the choice of columns; what is behind the button is loaded when somebody reaches for it. */
import { useOnDemand } from '#design/on-demand.ts';
import { withLaterWords } from '#i18n/i18n.ts';
import { ColumnButton } from './column-button.tsx';

const load = async () => (await withLaterWords(() => import('./column-choices.tsx'))).ColumnChoices;

export function ColumnMenu({ hiddenColumns }: { hiddenColumns: number }) {
  const [Choices, reach] = useOnDemand(load);
  return Choices ? <Choices hiddenColumns={hiddenColumns} /> : <ColumnButton {...reach} />;
}
