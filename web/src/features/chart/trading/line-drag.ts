/**
 * Handles one line of the chart while it is dragged: moved tick by tick, confirmed where it is released, sent, and
 * marked until the server has answered. `nextDrag` defines which move is possible when; the effects on the ticket and
 * the server are here. It knows neither pointers nor the page, and always reads the current state.
 */

import { stopIsReached } from '@mua/core/preview';
import type { Ticks } from '@mua/core/values';
import { type AmendGround, type Amendment, amendmentOf } from '#features/chart/trading/amend.ts';
import { type DragState, type DragStep, nextDrag, RESTING } from '#features/chart/trading/drag-state.ts';
import type { LabelledLine } from '#features/chart/trading/order-line.ts';
import type { LineActs } from '#features/chart/trading/use-line-acts.ts';

export interface DragView {
  readonly lines: readonly LabelledLine[];
  readonly ground: AmendGround;
  readonly acts: LineActs;
  /** Sent on release, without ✓. */
  readonly isOneStep: boolean;
}

export interface LineKey {
  readonly key: string;
  readonly shiftKey: boolean;
  readonly altKey: boolean;
}

type Sendable = Extract<Amendment, { kind: 'order' | 'conditional' | 'alert' }>;

const STEP_FAST = 10;
const STEPS: Readonly<Record<string, number>> = { ArrowUp: 1, ArrowDown: -1 };

export class LineDrag {
  #drag: DragState = RESTING;
  #view: DragView;
  readonly #onChange: (drag: DragState) => void;

  constructor(view: DragView, onChange: (drag: DragState) => void) {
    this.#view = view;
    this.#onChange = onChange;
  }

  /** Updates the lines shown. The move of a line that is gone ends. */
  see(view: DragView): void {
    this.#view = view;
    if (this.#drag.phase !== 'resting' && !this.lineOf(this.#drag.id)) this.#become({ kind: 'leave' });
  }

  lineOf(lineId: string): LabelledLine | undefined {
    return this.#view.lines.find(({ id }) => id === lineId);
  }

  /**
   * Returns where a line may be taken: where it waits for its ✓, or at its own price. Null if it can't be taken, or one
   * is held.
   */
  ticksToTake(line: LabelledLine): number | null {
    const drag = this.#drag;
    if (!line.canMove || drag.phase === 'sending' || drag.phase === 'held') return null;
    return drag.phase === 'asking' && drag.id === line.id ? drag.ticks : Math.round(line.ticks);
  }

  take(line: LabelledLine): void {
    const ticks = this.ticksToTake(line);
    if (ticks !== null) this.#become({ kind: 'grab', id: line.id, ticks });
  }

  carry(ticks: Ticks): void {
    if (this.#drag.phase !== 'held') return;
    this.#moveDraft(this.lineOf(this.#drag.id), ticks);
    this.#become({ kind: 'move', ticks });
  }

  /** Released: checked against the line's current state, then confirmed or sent. */
  drop(): void {
    const drag = this.#drag;
    if (drag.phase !== 'held') return;
    const line = this.lineOf(drag.id);
    const amendment = line?.canMove ? this.#judge(line, drag.ticks) : null;
    if (!line || !amendment) return this.#become({ kind: 'drop', verdict: 'back' });
    const isAsked = !this.#view.isOneStep || this.#firesAtOnce(line, drag.ticks);
    if (isAsked) return this.#become({ kind: 'drop', verdict: 'kept' });
    this.#become({ kind: 'drop', verdict: 'sent' });
    this.#send(line, amendment);
  }

  /** A stop let go across the market by a slip would trade: it has a second step all the same. */
  #firesAtOnce({ subject, side }: LabelledLine, ticks: Ticks): boolean {
    const { markTicks } = this.#view.ground;
    const isStop = subject.kind === 'order' && subject.leg === 'stop';
    return isStop && markTicks !== null && stopIsReached(side, ticks, markTicks);
  }

  confirm(): void {
    const drag = this.#drag;
    const line = drag.phase === 'asking' ? this.lineOf(drag.id) : undefined;
    if (drag.phase !== 'asking' || !line) return;
    const amendment = this.#judge(line, drag.ticks);
    if (!amendment) return this.#become({ kind: 'leave' });
    this.#become({ kind: 'send' });
    this.#send(line, amendment);
  }

  /** Back to its original price; what has been sent is left to the server. */
  leave(): void {
    const drag = this.#drag;
    if (drag.phase !== 'held' && drag.phase !== 'asking') return;
    this.#moveDraft(this.lineOf(drag.id), drag.fromTicks);
    this.#become({ kind: 'leave' });
  }

  /**
   * The chart is closing while a line is held: nothing is requested, and nothing is written back to another contract's
   * ticket.
   */
  forget(): void {
    if (this.#drag.phase === 'held') this.#become({ kind: 'leave' });
  }

  /** Handles a key at a line's label; returns whether it had an effect. */
  press(line: LabelledLine, { key, shiftKey, altKey }: LineKey): boolean {
    const { acts } = this.#view;
    const step = STEPS[key];
    if (step !== undefined && line.canMove && !altKey) this.#step(line, step * (shiftKey ? STEP_FAST : 1));
    else if (key === 'Enter' && this.#drag.phase === 'asking' && this.#drag.id === line.id) this.confirm();
    else if (key === 'Enter' && line.subject.kind === 'draft') acts.press();
    else if ((key === 'Delete' || key === 'Backspace') && line.canEnd) acts.end(line);
    else return false;
    return true;
  }

  #step(line: LabelledLine, byTicks: Ticks): void {
    const drag = this.#drag;
    const isAsking = drag.phase === 'asking' && drag.id === line.id;
    const current = Math.round(line.ticks);
    const ticks = (isAsking ? drag.ticks : current) + byTicks;
    if (line.subject.kind === 'draft') return this.#moveDraft(line, ticks);
    this.#become({ kind: 'step', id: line.id, fromTicks: isAsking ? drag.fromTicks : current, ticks });
  }

  /** Returns the request for the server, or nothing if nothing changes; an error is shown. */
  #judge(line: LabelledLine, ticks: Ticks): Sendable | null {
    const { ground, acts } = this.#view;
    const amendment = amendmentOf(line, ticks, ground);
    switch (amendment.kind) {
      case 'order':
      case 'conditional':
      case 'alert':
        return amendment;
      case 'fault':
        acts.say(amendment);
        return null;
      // A draft has followed the whole way.
      case 'draft':
      case 'nothing':
        return null;
    }
  }

  #send(line: LabelledLine, amendment: Sendable): void {
    const sent = this.#drag;
    void this.#view.acts.amend(line, amendment).then(() => {
      // The move of a line that disappeared meanwhile has ended; the current drag is another line's.
      if (this.#drag === sent) this.#become({ kind: 'leave' });
    });
  }

  /** The draft belongs to the ticket and follows at once. */
  #moveDraft(line: LabelledLine | undefined, ticks: Ticks): void {
    if (line?.subject.kind === 'draft') this.#view.acts.moveDraft(line.subject.leg, ticks);
  }

  #become(event: DragStep): void {
    this.#drag = nextDrag(this.#drag, event);
    this.#onChange(this.#drag);
  }
}
