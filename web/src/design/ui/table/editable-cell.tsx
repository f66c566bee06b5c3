/**
 * Edits a figure in place: a press, Enter or F2 makes it a field, arrows step it, Enter asks in a small popover (old →
 * new and what it changes), Enter again sends, Esc leaves. The figure in the table stays the server's; a refusal stays
 * in the popover with what was typed.
 */
import { Popover as PopoverPrimitive } from 'radix-ui';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { mayAnswer } from '#design/arming.ts';
import { ignoreHeldEnter } from '#design/ignore-held-enter.ts';
import { Button } from '#design/ui/controls/button.tsx';
import { useReturnFocus } from '#design/ui/dialogs/return-focus.ts';
import { BeforeAfter } from '#design/ui/figures/figures.tsx';
import { Popover, PopoverContent } from '#design/ui/overlays/popover.tsx';
import { nowMs } from '#session/clock.ts';

export interface CellEffect {
  readonly name: string;
  readonly before: string;
  readonly after: string;
}

/** Tells what a typed text would do. */
export type CellReading =
  | { readonly kind: 'same' }
  | {
      readonly kind: 'fault';
      readonly message: string;
      /** Nearest valid texts, each taken with one press. */
      readonly nearest?: readonly string[];
    }
  | {
      readonly kind: 'change';
      readonly before: string;
      readonly after: string;
      readonly effects: readonly CellEffect[];
      /** Resolves with the refusal's text, or with null when it was accepted. */
      readonly send: () => Promise<string | null>;
    };

export interface CellEdit {
  /** Name of the button and of the field: the figure, and the row it belongs to. */
  readonly name: string;
  /** Initial text of the field. */
  readonly text: string;
  readonly read: (text: string) => CellReading;
  /** Returns the text some steps on; ±10 with Shift. */
  readonly step: (text: string, steps: number) => string;
}

export interface EditableCellProps {
  /** Name of the figure, and of the row it belongs to. */
  readonly name: string;
  /**
   * The field, mounted only while it is edited: at rest a cell costs a button and nothing more. Null while it can't be
   * edited.
   */
  readonly field: ((field: CellFieldPlace) => ReactNode) | null;
  /** The figure as shown. */
  readonly children: ReactNode;
  readonly testId?: string;
}

/** A cell that is `left` has the focus again, and keeps it while its change is on its way and no other is possible. */
type CellState = 'resting' | 'editing' | 'left';

export function EditableCell({ name, field, children, testId }: EditableCellProps) {
  const id = useId();
  const [state, setState] = useState<CellState>('resting');
  const button = useRef<HTMLButtonElement>(null);
  const isFixed = field === null;
  // This runs before the list looks for a lost focus.
  useLayoutEffect(() => {
    if (state === 'left') button.current?.focus();
    // The order changed before the answer came: the question is gone, and the focus with it.
    if (state === 'editing' && isFixed) setState(document.activeElement === document.body ? 'left' : 'resting');
  }, [state, isFixed]);
  const onLeave = (takesFocus: boolean) =>
    setState((before) => (before !== 'editing' ? before : takesFocus ? 'left' : 'resting'));
  const edit = () => !isFixed && setState('editing');
  if (state === 'editing' && field) return field({ onLeave, testId });
  if (state !== 'left' && isFixed) return children;
  return (
    <button
      ref={button}
      id={id}
      type="button"
      data-slot="editable-cell"
      data-testid={testId}
      aria-label={name}
      // The figure comes first, then what it is: voice control addresses a button by what it shows.
      aria-labelledby={`${id}-figure ${id}`}
      aria-disabled={isFixed || undefined}
      title={name}
      onClick={edit}
      onKeyDown={(event) => {
        if (event.key === 'F2') edit();
      }}
      onBlur={() => setState((before) => (before === 'left' ? 'resting' : before))}
      className="-mx-1 max-w-[calc(100%+8px)] cursor-text truncate rounded-sm px-1 text-inherit ring-border-strong ring-inset hover:bg-surface-3 hover:ring-1 focus-visible:bg-surface-3 aria-disabled:cursor-default"
    >
      <span id={`${id}-figure`}>{children}</span>
    </button>
  );
}

export interface CellFieldPlace {
  readonly onLeave: (takesFocus: boolean) => void;
  readonly testId: string | undefined;
}

interface CellFieldProps extends CellFieldPlace {
  readonly edit: CellEdit;
}

export function CellField({ edit, onLeave, testId }: CellFieldProps) {
  const { t } = useTranslation();
  const [text, setText] = useState(edit.text);
  const [isAsking, setAsking] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const onCloseAutoFocus = useReturnFocus();
  useEffect(() => {
    field.current?.focus();
    field.current?.select();
  }, []);
  const reading = edit.read(text);
  const type = (next: string) => {
    setText(next);
    setAsking(false);
  };
  const ask = () => (reading.kind === 'same' ? onLeave(true) : setAsking(true));
  const take = (nearest: string) => (edit.read(nearest).kind === 'same' ? onLeave(true) : setText(nearest));
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') ask();
    else if (event.key === 'Escape') onLeave(true);
    else if (event.key === 'ArrowUp' || event.key === 'ArrowDown') {
      type(edit.step(text, (event.key === 'ArrowUp' ? 1 : -1) * (event.shiftKey ? 10 : 1)));
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <Popover open={isAsking} onOpenChange={(open) => !open && onLeave(true)}>
      <PopoverPrimitive.Anchor asChild>
        <input
          ref={field}
          type="text"
          // It is being written (desk/being-written.ts).
          data-written
          autoComplete="off"
          inputMode="decimal"
          aria-label={edit.name}
          aria-invalid={isAsking && reading.kind === 'fault' ? true : undefined}
          aria-description={t(($) => $.lists.cellKeys)}
          data-testid={testId === undefined ? undefined : `${testId}-field`}
          value={text}
          onChange={(event) => type(event.target.value)}
          onKeyDown={onKeyDown}
          onBlur={() => !isAsking && onLeave(false)}
          className="field-sizing-content h-6 min-w-11 max-w-full rounded-sm border border-ring bg-surface px-1 text-right text-13 outline-none ring-1 ring-ring"
        />
      </PopoverPrimitive.Anchor>
      <PopoverContent
        align="start"
        className="w-80"
        aria-label={edit.name}
        onCloseAutoFocus={onCloseAutoFocus}
        onInteractOutside={(event) => {
          if (event.target !== field.current) return;
          event.preventDefault();
          setAsking(false);
        }}
      >
        {isAsking && <CellQuestion name={edit.name} reading={reading} onTake={take} onLeave={() => onLeave(true)} />}
      </PopoverContent>
    </Popover>
  );
}

interface CellQuestionProps {
  readonly name: string;
  readonly reading: CellReading;
  /** Called with one of the nearest texts. */
  readonly onTake: (text: string) => void;
  readonly onLeave: () => void;
}

function CellQuestion({ name, reading, onTake, onLeave }: CellQuestionProps) {
  const { t } = useTranslation();
  const [isBusy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const send = async () => {
    if (reading.kind !== 'change' || isBusy) return;
    setBusy(true);
    setRefusal(null);
    const refused = await reading.send();
    setBusy(false);
    if (refused === null) onLeave();
    else setRefusal(refused);
  };
  const alert = reading.kind === 'fault' ? reading.message : refusal;
  return (
    <div className="grid gap-2 tabular-nums">
      <h3 className="text-13">{name}</h3>
      {reading.kind === 'change' && (
        <p aria-live="polite" className="text-13">
          <BeforeAfter before={reading.before} after={reading.after} />
        </p>
      )}
      {reading.kind === 'change' && reading.effects.length > 0 && (
        <dl className="grid grid-cols-[auto_1fr] gap-x-3 text-12 leading-5">
          {reading.effects.map((effect) => (
            <div key={effect.name} className="contents">
              <dt className="whitespace-nowrap text-fg-2">{effect.name}</dt>
              <dd className="text-right">
                <BeforeAfter before={effect.before} after={effect.after} />
              </dd>
            </div>
          ))}
        </dl>
      )}
      {alert !== null && (
        <p role="alert" className="text-12 text-danger">
          {alert}
        </p>
      )}
      {reading.kind === 'fault' && reading.nearest && (
        <div className="flex flex-wrap gap-1.5">
          {reading.nearest.map((text) => (
            <Button key={text} size="sm" variant="outline" onClick={() => onTake(text)}>
              {t(($) => $.shell.action.usePrice, { price: text })}
            </Button>
          ))}
        </div>
      )}
      <div className="flex justify-end gap-1.5">
        <Button size="sm" variant="outline" className="order-first" onClick={onLeave}>
          {t(($) => $.shell.action.dismiss)}
        </Button>
        {reading.kind === 'change' && (
          // Enter answers the question; a new reading asks anew.
          <ConfirmCell key={reading.after} isBusy={isBusy} onConfirm={() => void send()} />
        )}
      </div>
    </div>
  );
}

function ConfirmCell({ isBusy, onConfirm }: { isBusy: boolean; onConfirm: () => void }) {
  const { t } = useTranslation();
  const [shownMs] = useState(nowMs);
  return (
    <Button
      autoFocus
      size="sm"
      busy={isBusy}
      busyLabel={t(($) => $.orders.sending)}
      data-testid="confirm-cell"
      // Enter still held from the field, or pressed twice there, would answer the question it has only just asked.
      onKeyDown={ignoreHeldEnter}
      onClick={(event) => mayAnswer(event, shownMs) && onConfirm()}
    >
      {t(($) => $.shell.action.confirm)}
    </Button>
  );
}
