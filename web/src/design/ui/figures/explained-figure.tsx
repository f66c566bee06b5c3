/**
 * Shows a figure that explains how it was computed: formula and live numbers, in a popover whose code loads on
 * interaction.
 */
import { useOnDemand } from '#design/on-demand.ts';
import { type ExplainedFigureProps, FigureButton } from '#design/ui/figures/figure-button.tsx';
import { withExplainWords } from '#i18n/i18n.ts';

const load = async () =>
  (await withExplainWords(() => import('#design/ui/figures/explanation-popover.tsx'))).ExplanationPopover;

export function ExplainedFigure(props: ExplainedFigureProps) {
  const [Popover, reach] = useOnDemand(load);
  if (Popover) return <Popover {...props} />;
  return (
    <FigureButton {...reach} name={props.name} className={props.className}>
      {props.children}
    </FigureButton>
  );
}
