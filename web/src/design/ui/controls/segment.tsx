/**
 * Offers a choice of a few that stays in view: 26 in a 30 frame, 44 on a phone. One is always chosen. These are radios:
 * one stop of the Tab key, and an arrow that moves the focus chooses, so that the value sent is the one announced last.
 */
import type { KeyboardEvent, ReactNode } from 'react';
import { cn } from '#design/class-names.ts';
import { Tooltip } from '#design/ui/overlays/tooltip.tsx';

export interface SegmentOption<V extends string> {
  readonly value: V;
  readonly label: ReactNode;
  /** Full name, where the label is shortened. */
  readonly name?: string;
  /** Explanation, shown as a tooltip. */
  readonly hint?: string;
  readonly disabled?: boolean;
  /** The key that chooses it from anywhere. */
  readonly keyShortcut?: string;
  readonly testId?: string;
  readonly className?: string | undefined;
}

export interface SegmentProps<V extends string> {
  readonly label: string;
  readonly value: V;
  readonly onValueChange: (value: V) => void;
  readonly options: readonly SegmentOption<V>[];
  readonly className?: string | undefined;
  /** Number of equal columns that fill the width; with `fit`, columns are as wide as their words need. */
  readonly columns?: number | 'fit';
  /** True without its own frame, inside a bar that has one. */
  readonly isBare?: boolean;
}

export function Segment<V extends string>(props: SegmentProps<V>) {
  const { label, value, onValueChange, options, className, columns, isBare = false } = props;
  const walk = (event: KeyboardEvent<HTMLElement>) => {
    const next = nextRadio(event);
    const chosen = options.find((option) => option.value === next?.dataset.value);
    if (!next || !chosen) return;
    event.preventDefault();
    next.focus();
    onValueChange(chosen.value);
  };
  const hasTabStop = options.some((option) => option.value === value && !option.disabled);
  return (
    <div
      role="radiogroup"
      data-slot="segment"
      aria-label={label}
      onKeyDown={walk}
      className={cn(
        isBare ? 'flex' : 'gap-0.5 rounded-md border border-border bg-surface-2 p-px',
        !isBare && (columns === undefined ? 'inline-flex' : columns === 'fit' ? 'flex gap-0' : 'grid'),
        className,
      )}
      style={typeof columns === 'number' ? { gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))` } : undefined}
    >
      {options.map((option, place) => (
        <SegmentRadio
          key={option.value}
          option={option}
          isOn={option.value === value}
          isTabStop={hasTabStop ? option.value === value : place === 0}
          isBare={isBare}
          isFitted={columns === 'fit'}
          onPick={() => onValueChange(option.value)}
        />
      ))}
    </div>
  );
}

interface SegmentRadioProps {
  readonly option: SegmentOption<string>;
  readonly isOn: boolean;
  readonly isTabStop: boolean;
  readonly isBare: boolean;
  readonly isFitted: boolean;
  readonly onPick: () => void;
}

function SegmentRadio({ option, isOn, isTabStop, isBare, isFitted, onPick }: SegmentRadioProps) {
  const { value, label, name, hint, disabled = false, keyShortcut, testId, className } = option;
  const radio = (
    // biome-ignore lint/a11y/useSemanticElements: an input can't hold the words that are its face.
    <button
      type="button"
      role="radio"
      aria-checked={isOn}
      aria-label={name}
      aria-description={hint}
      aria-keyshortcuts={keyShortcut}
      data-testid={testId}
      data-value={value}
      data-state={isOn ? 'on' : 'off'}
      tabIndex={isTabStop ? 0 : -1}
      disabled={disabled}
      onClick={() => !isOn && onPick()}
      className={cn(
        'h-6.5 whitespace-nowrap rounded-sm font-medium text-12 text-fg-2 data-[state=on]:bg-surface-4 data-[state=on]:text-foreground',
        isBare
          ? 'px-1.75 transition-colors duration-(--fast) hover:bg-surface-3'
          : 'grid place-items-center px-2.5 hover:text-foreground disabled:text-disabled max-md:h-11 max-md:min-w-11',
        isFitted && 'flex-auto px-0.5',
        className,
      )}
    >
      {label}
    </button>
  );
  return hint ? <Tooltip content={hint}>{radio}</Tooltip> : radio;
}

const STEPS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 };

/** Returns the radio a key moves to from the focused one: wraps at the ends, skips what is disabled or folded away. */
function nextRadio({ key, target, currentTarget, altKey, ctrlKey, metaKey }: KeyboardEvent<HTMLElement>) {
  if (altKey || ctrlKey || metaKey || !(target instanceof HTMLElement)) return undefined;
  const all = [...currentTarget.querySelectorAll<HTMLElement>('[role="radio"]:enabled')];
  // A radio folded away in a narrow bar can't take the focus. Test environments have no layout: there all are visible.
  const radios = all.filter((radio) => radio.checkVisibility?.() ?? true);
  if (key === 'Home') return radios.at(0);
  if (key === 'End') return radios.at(-1);
  const step = STEPS[key];
  if (step === undefined) return undefined;
  const place = radios.indexOf(target);
  return radios[(place + step + radios.length) % radios.length];
}
