/**
 * One line of the chart while its owner drags it: carried from tick to tick, asked for where it is let go of, sent, and
 * marked until the server has answered. Which move is possible when stands in `nextDrag`; what follows from it for the
 * ticket and the server happens here. It knows neither pointers nor the page, so that it is always asked as it is by
 * now.
 */

import type { Ticks } from '@mua/core/values';
import { type AmendGround, type Amendment, amendmentOf } from '#features/chart/trading/amend.ts';
import { type DragState, type DragStep, nextDrag, RESTING } from '#features/chart/trading/drag-state.ts';
import type { LabelledLine } from '#features/chart/trading/order-line.ts';
import type { LineActs } from '#features/chart/trading/use-line-acts.ts';

export interface DragView {
  readonly lines: readonly LabelledLine[];
  readonly ground: AmendGround;
  readonly acts: LineActs;
  /** Sent when let go of, without ✓. */
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

  /** What the page shows by now. A line that has gone takes its move along. */
  see(view: DragView): void {
    this.#view = view;
    if (this.#drag.phase !== 'resting' && !this.lineOf(this.#drag.id)) this.#become({ kind: 'leave' });
  }

  lineOf(lineId: string): LabelledLine | undefined {
    return this.#view.lines.find(({ id }) => id === lineId);
  }

  /** Where a line may be taken: where it waits for its ✓, else where it stands. Null where it may not, or one is held. */
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

  /** Let go of: judged there as the line is by now, and asked for or sent. */
  drop(): void {
    const drag = this.#drag;
    if (drag.phase !== 'held') return;
    const line = this.lineOf(drag.id);
    const amendment = line?.canMove ? this.#judge(line, drag.ticks) : null;
    if (!line || !amendment) return this.#become({ kind: 'drop', verdict: 'back' });
    if (!this.#view.isOneStep) return this.#become({ kind: 'drop', verdict: 'kept' });
    this.#become({ kind: 'drop', verdict: 'sent' });
    this.#send(line, amendment);
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

  /** Back to where it was; what has been sent is left to the server. */
  leave(): void {
    const drag = this.#drag;
    if (drag.phase !== 'held' && drag.phase !== 'asking') return;
    this.#moveDraft(this.lineOf(drag.id), drag.fromTicks);
    this.#become({ kind: 'leave' });
  }

  /** The chart under a held line is going away: nothing is asked, and nothing is put back into another one's ticket. */
  forget(): void {
    if (this.#drag.phase === 'held') this.#become({ kind: 'leave' });
  }

  /** A key at a line's label; whether it means something there. */
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

  /** What the server is to be asked for; nothing where nothing changes, and a fault is said. */
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
      // A draft has followed all the way.
      case 'draft':
      case 'nothing':
        return null;
    }
  }

  #send(line: LabelledLine, amendment: Sendable): void {
    const sent = this.#drag;
    void this.#view.acts.amend(line, amendment).then(() => {
      // A line that has gone in between took its move along: what is in the drag by now is another one.
      if (this.#drag === sent) this.#become({ kind: 'leave' });
    });
  }

  /** The draft is the ticket's, and follows at once. */
  #moveDraft(line: LabelledLine | undefined, ticks: Ticks): void {
    if (line?.subject.kind === 'draft') this.#view.acts.moveDraft(line.subject.leg, ticks);
  }

  #become(event: DragStep): void {
    this.#drag = nextDrag(this.#drag, event);
    this.#onChange(this.#drag);
  }
}
