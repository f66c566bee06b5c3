/** Theme, palette and density in one menu, available on every page. */
import { useOnDemand } from '#design/on-demand.ts';
import { AppearanceButton } from '#features/shell/appearance-button.tsx';
import { withLaterWords } from '#i18n/i18n.ts';

const load = async () =>
  (await withLaterWords(() => import('#features/shell/appearance-choices.tsx'))).AppearanceChoices;

export function AppearanceMenu() {
  const [Choices, reach] = useOnDemand(load);
  return Choices ? <Choices /> : <AppearanceButton {...reach} />;
}
