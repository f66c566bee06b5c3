/** The menu for the desk's arrangement; its content is loaded when the button is about to be used. */
import { useOnDemand } from '#design/on-demand.ts';
import { withWindowsWords } from '#i18n/i18n.ts';
import { WorkspaceButton } from '#pages/trading/workspace-button.tsx';
import type { WorkspaceChoicesProps } from '#pages/trading/workspace-choices.tsx';

const load = async () =>
  (await withWindowsWords(() => import('#pages/trading/workspace-choices.tsx'))).WorkspaceChoices;

export function WorkspaceMenu(props: WorkspaceChoicesProps) {
  const [Choices, reach] = useOnDemand(load);
  return Choices ? <Choices {...props} /> : <WorkspaceButton {...reach} />;
}
