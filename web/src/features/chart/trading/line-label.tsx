/**
 * The label of one line: what it is, its price, and the available actions. A button, so that mouse, touch, keyboard and
 * screen readers use the same control.
 */
import { Check, LoaderCircle, X } from 'lucide-react';
import type { ButtonHTMLAttributes, KeyboardEvent, PointerEvent, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { isRepeatedClick } from '#design/arming.ts';
import { cn } from '#design/class-names.ts';
import type { TicketButton } from '#desk/ticket-button.ts';
import { type ExitName, type LabelledLine, type LineTone, toneOf } from '#features/chart/trading/order-line.ts';

export interface ChipMove {
  readonly phase: 'held' | 'asking' | 'sending';
  readonly priceText: string;
  readonly effectText: string;
  /** Why it can't stay here. */
  readonly faultText: string | null;
}

export interface LineLabelProps {
  readonly line: LabelledLine;
  /** While it is not at its order's price. */
  readonly move: ChipMove | null;
  /** On a phone its buttons appear on tap. */
  readonly compact: boolean;
  readonly isOpen: boolean;
  /** Buttons of the draft's main line. */
  readonly button: TicketButton | null;
  readonly onGrab: (event: PointerEvent<HTMLElement>) => void;
  readonly onKey: (event: KeyboardEvent) => void;
  readonly onOpen: () => void;
  readonly onConfirm: () => void;
  readonly onLeave: () => void;
  readonly onEnd: () => void;
  readonly onExit: (leg: ExitName) => void;
  readonly onPress: () => void;
}

export function LineLabel(props: LineLabelProps) {
  const { line, move, compact, isOpen, onGrab, onKey, onOpen } = props;
  const { t } = useTranslation();
  const { subject, label, detail, detailTone, canMove, canEnd, isChanging } = line;
  const isBusy = isChanging || move?.phase === 'sending';
  const shown = compact && subject.kind !== 'position' && !isOpen ? '' : detail;
  const hint = canMove ? $keys(subject.kind) : subject.kind === 'position' && canEnd ? 'position' : null;
  return (
    <div
      className={cn(
        'pointer-events-auto relative flex h-5.5 items-stretch overflow-visible whitespace-nowrap rounded-sm border bg-surface font-medium text-11 tabular-nums leading-none',
        COLOURS[toneOf(line)],
        isBusy && 'border-dashed bg-surface-3',
      )}
    >
      <button
        type="button"
        data-line={line.id}
        aria-label={move ? `${line.name} → ${move.priceText}. ${move.faultText ?? move.effectText}` : line.name}
        aria-description={hint ? t(($) => $.chartOrders.keys[hint]) : undefined}
        title={subject.kind === 'position' ? line.name : undefined}
        aria-busy={isBusy || undefined}
        onPointerDown={onGrab}
        onKeyDown={onKey}
        onClick={onOpen}
        className={cn(
          'flex touch-none items-center rounded-sm border-inherit outline-offset-1',
          compact && 'before:absolute before:-inset-y-2.75 before:inset-x-0',
          canMove ? 'cursor-ns-resize' : 'cursor-default',
        )}
      >
        <span className={cn('flex h-full items-center px-1.75', subject.kind === 'draft' && filled(line))}>
          {label}
        </span>
        {move ? (
          <MoveText move={move} compact={compact} />
        ) : (
          shown !== '' && <Part className={TONES[detailTone]}>{shown}</Part>
        )}
        {isBusy && <LoaderCircle aria-hidden className="mr-1.5 size-3 motion-safe:animate-spin" />}
      </button>
      <ChipButtons {...props} />
    </div>
  );
}

const TONES = { up: 'text-up', down: 'text-down', plain: 'text-foreground' } as const;

function $keys(kind: LabelledLine['subject']['kind']): 'order' | 'draft' | 'alert' {
  return kind === 'draft' || kind === 'alert' ? kind : 'order';
}

const COLOURS: Readonly<Record<LineTone, string>> = {
  alert: 'border-border-strong text-fg-2',
  order: 'border-primary-text text-primary-text',
  profit: 'border-up text-up',
  loss: 'border-down text-down',
  buy: 'border-buy-text text-buy-text',
  sell: 'border-sell-text text-sell-text',
};

function filled({ side, isMainDraft }: LabelledLine): string {
  if (!isMainDraft) return '';
  return side === 'BUY' ? 'rounded-l-[3px] bg-buy text-on-side' : 'rounded-l-[3px] bg-sell text-on-side';
}

function Part({ className, children }: { className: string; children: ReactNode }) {
  return <span className={cn('flex h-full items-center border-inherit border-l px-1.75', className)}>{children}</span>;
}

function MoveText({ move, compact }: { move: ChipMove; compact: boolean }) {
  const text = move.faultText ?? move.effectText;
  return (
    <>
      <Part className="font-semibold text-foreground">{move.priceText}</Part>
      {text !== '' && !compact && (
        <Part className={cn('max-w-80', move.faultText ? 'text-danger' : 'text-fg-2')}>
          <span className="truncate leading-4">{text}</span>
        </Part>
      )}
      {text !== '' && compact && (
        // There is no room beside it.
        <span
          className={cn(
            'absolute top-full right-0 z-1 mt-1 rounded-sm border border-border-strong bg-popover px-1.75 py-1 leading-4',
            move.faultText ? 'w-56 whitespace-normal text-danger' : 'text-fg-2',
          )}
        >
          {text}
        </span>
      )}
    </>
  );
}

function ChipButtons(props: LineLabelProps) {
  const { line, move, compact, isOpen, button, onConfirm, onLeave, onEnd, onExit, onPress } = props;
  const { t } = useTranslation();
  const { subject, canEnd, isMainDraft, exits } = line;
  if (move?.phase === 'asking') {
    return (
      <>
        <ChipButton
          compact={compact}
          isGood
          aria-label={t(($) => $.chartOrders.confirm, { price: move.priceText })}
          onClick={onConfirm}
        >
          <Check aria-hidden className="size-3.5" />
        </ChipButton>
        <ChipButton compact={compact} aria-label={t(($) => $.chartOrders.leave)} onClick={onLeave}>
          <X aria-hidden className="size-3.5" />
        </ChipButton>
      </>
    );
  }
  if (move || (compact && !isOpen && subject.kind !== 'draft')) return null;
  const isDraft = subject.kind === 'draft';
  // On a phone they would cover the newest bars.
  const isShort = compact && !isOpen;
  return (
    <>
      {(isShort ? [] : exits).map((leg) => {
        const name = t(($) => $.words.order[leg]);
        const short = t(($) => $.words.order[leg === 'takeProfit' ? 'takeProfitShort' : 'stopLossShort']);
        const label = t(($) => (isDraft ? $.chartOrders.addExit : $.chartOrders.protect), { leg: name });
        return (
          <ChipButton key={leg} compact={compact} aria-label={label} title={label} onClick={() => onExit(leg)}>
            +{short}
          </ChipButton>
        );
      })}
      {isMainDraft && (
        <ChipButton
          compact={compact}
          isGood={button?.isArmed ?? false}
          aria-label={button?.text ?? t(($) => $.chartOrders.toTicket)}
          title={button?.text}
          aria-disabled={button?.isBlocked}
          data-testid="draft-confirm"
          // The second click of a double click does not count.
          onClick={(event) => !isRepeatedClick(event) && onPress()}
        >
          <Check aria-hidden className={cn('size-3.5', button?.isBlocked && 'text-disabled')} />
          {button?.isArmed && <span className="ml-1">{t(($) => $.chartOrders.confirmDraft)}</span>}
        </ChipButton>
      )}
      {canEnd && !isShort && (
        <ChipButton
          compact={compact}
          aria-label={endName(line, t)}
          title={endName(line, t)}
          // The first click of a double click may have ended a move, or another line below this one.
          onClick={(event) => !isRepeatedClick(event) && onEnd()}
        >
          <X aria-hidden className="size-3" />
        </ChipButton>
      )}
    </>
  );
}

function endName({ subject, label }: LabelledLine, t: ReturnType<typeof useTranslation>['t']): string {
  switch (subject.kind) {
    case 'position':
      return t(($) => $.positions.aria.liquidate, { contract: subject.position.contractCode });
    case 'order':
      return t(($) => $.chartOrders.end.order, { label });
    case 'conditional': {
      const isPair = subject.order.takeProfit !== null && subject.order.stopLoss !== null;
      return isPair ? t(($) => $.chartOrders.end.pair) : t(($) => $.chartOrders.end.order, { label });
    }
    case 'alert':
      return t(($) => $.chartOrders.end.alert);
    case 'draft':
      return t(($) => $.chartOrders.end.draft, { label });
  }
}

interface ChipButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  readonly compact: boolean;
  readonly isGood?: boolean;
}

function ChipButton({ compact, isGood = false, className, ...props }: ChipButtonProps) {
  return (
    <button
      type="button"
      className={cn(
        'relative grid min-w-6 grid-flow-col place-content-center border-inherit border-l px-1.5 text-current outline-offset-1 hover:bg-surface-4',
        isGood && 'bg-primary-soft text-primary-text hover:bg-surface-4',
        compact && 'min-w-11 before:absolute before:-inset-y-2.75 before:inset-x-0',
        className,
      )}
      {...props}
    />
  );
}
