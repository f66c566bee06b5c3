/** A removable line of the legend: after its removal the chart gets the keyboard focus. */
import { type RefObject, useRef } from 'react';
import { type KeptFocus, useKeptFocus } from '#design/ui/overlays/kept-focus.ts';

export interface LegendLine {
  readonly line: RefObject<HTMLParagraphElement | null>;
  readonly kept: KeptFocus;
}

export function useLegendLine(): LegendLine {
  const line = useRef<HTMLParagraphElement>(null);
  return { line, kept: useKeptFocus(line, { otherwise: chartAround }) };
}

/** The legend lies over the chart, not in it. */
function chartAround(element: HTMLElement): HTMLElement | null {
  const { parentElement: parent } = element;
  return parent && (parent.querySelector<HTMLElement>('[role=application]') ?? chartAround(parent));
}
