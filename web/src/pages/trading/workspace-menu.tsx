/** The desk's arrangement: its choices come when somebody reaches for them. */
import { useOnDemand } from '#design/on-demand.ts';
import { WorkspaceButton } from '#pages/trading/workspace-button.tsx';
import type { WorkspaceChoicesProps } from '#pages/trading/workspace-choices.tsx';

const load = async () => (await import('#pages/trading/workspace-choices.tsx')).WorkspaceChoices;

export function WorkspaceMenu(props: WorkspaceChoicesProps) {
  const [Choices, reach] = useOnDemand(load);
  return Choices ? <Choices {...props} /> : <WorkspaceButton {...reach} />;
}
