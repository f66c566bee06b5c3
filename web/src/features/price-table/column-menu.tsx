/** Opens the choice of columns; the menu is loaded when the button is about to be used. */
import { useOnDemand } from '#design/on-demand.ts';
import { ColumnButton } from '#features/price-table/column-button.tsx';
import { withLaterWords } from '#i18n/i18n.ts';

const load = async () => (await withLaterWords(() => import('#features/price-table/column-choices.tsx'))).ColumnChoices;

export function ColumnMenu({ hiddenColumns }: { hiddenColumns: number }) {
  const [Choices, reach] = useOnDemand(load);
  return Choices ? <Choices hiddenColumns={hiddenColumns} /> : <ColumnButton {...reach} />;
}
