/** Theme, palette and density, one menu, from anywhere. */
import { useOnDemand } from '#design/on-demand.ts';
import { withLaterWords } from '#i18n/i18n.ts';
import { AppearanceButton } from './appearance-button.tsx';

const load = async () => (await withLaterWords(() => import('./appearance-choices.tsx'))).AppearanceChoices;

export function AppearanceMenu() {
  const [Choices, reach] = useOnDemand(load);
  return Choices ? <Choices /> : <AppearanceButton {...reach} />;
}
