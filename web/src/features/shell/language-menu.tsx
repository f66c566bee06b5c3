/** Vietnamese or English, available on every page. */
import { useOnDemand } from '#design/on-demand.ts';
import { LanguageButton } from '#features/shell/language-button.tsx';

const load = async () => (await import('#features/shell/language-choices.tsx')).LanguageChoices;

export function LanguageMenu() {
  const [Choices, reach] = useOnDemand(load);
  return Choices ? <Choices /> : <LanguageButton {...reach} />;
}
