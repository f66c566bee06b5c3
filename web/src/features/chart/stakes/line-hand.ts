/**
 * One line of the chart in its owner's hand: carried from tick to tick, asked for where it is let go of, sent, and marked
 * until the server has answered. Which move is possible when stands in `nextHand`; what follows from it for the ticket
 * and the server happens here. It knows neither pointers nor the page, so that it is always asked as it is by now.
 */

import type { Ticks } from '@mua/core/values';
import { type AmendGround, type Amendment, amendmentOf } from '#features/chart/stakes/amend.ts';
import { type Hand, type HandEvent, nextHand, RESTING } from '#features/chart/stakes/hand.ts';
import type { ChartLine } from '#features/chart/stakes/stake.ts';
import type { StakeActs } from '#features/chart/stakes/use-stake-acts.ts';

export interface HandView {
  readonly lines: readonly ChartLine[];
  readonly ground: AmendGround;
  readonly acts: StakeActs;
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

export class LineHand {
  #hand: Hand = RESTING;
  #view: HandView;
  readonly #onChange: (hand: Hand) => void;

  constructor(view: HandView, onChange: (hand: Hand) => void) {
    this.#view = view;
    this.#onChange = onChange;
  }

  /** What the page shows by now. A line that has gone takes its move along. */
  see(view: HandView): void {
    this.#view = view;
    if (this.#hand.phase !== 'resting' && !this.lineOf(this.#hand.id)) this.#become({ kind: 'leave' });
  }

  lineOf(lineId: string): ChartLine | undefined {
    return this.#view.lines.find(({ id }) => id === lineId);
  }

  /** Where a line may be taken: where it waits for its ✓, else where it stands. Null where it may not, or one is held. */
  ticksToTake(line: ChartLine): number | null {
    const hand = this.#hand;
    if (!line.canMove || hand.phase === 'sending' || hand.phase === 'held') return null;
    return hand.phase === 'asking' && hand.id === line.id ? hand.ticks : Math.round(line.ticks);
  }

  take(line: ChartLine): void {
    const ticks = this.ticksToTake(line);
    if (ticks !== null) this.#become({ kind: 'grab', id: line.id, ticks });
  }

  carry(ticks: Ticks): void {
    if (this.#hand.phase !== 'held') return;
    this.#moveDraft(this.lineOf(this.#hand.id), ticks);
    this.#become({ kind: 'move', ticks });
  }

  /** Let go of: judged there as the line is by now, and asked for or sent. */
  drop(): void {
    const hand = this.#hand;
    if (hand.phase !== 'held') return;
    const line = this.lineOf(hand.id);
    const amendment = line?.canMove ? this.#judge(line, hand.ticks) : null;
    if (!line || !amendment) return this.#become({ kind: 'drop', verdict: 'back' });
    if (!this.#view.isOneStep) return this.#become({ kind: 'drop', verdict: 'kept' });
    this.#become({ kind: 'drop', verdict: 'sent' });
    this.#send(line, amendment);
  }

  confirm(): void {
    const hand = this.#hand;
    const line = hand.phase === 'asking' ? this.lineOf(hand.id) : undefined;
    if (hand.phase !== 'asking' || !line) return;
    const amendment = this.#judge(line, hand.ticks);
    if (!amendment) return this.#become({ kind: 'leave' });
    this.#become({ kind: 'send' });
    this.#send(line, amendment);
  }

  /** Back to where it was; what has been sent is left to the server. */
  leave(): void {
    const hand = this.#hand;
    if (hand.phase !== 'held' && hand.phase !== 'asking') return;
    this.#moveDraft(this.lineOf(hand.id), hand.fromTicks);
    this.#become({ kind: 'leave' });
  }

  /** The chart under a held line is going away: nothing is asked, and nothing is put back into another one's ticket. */
  forget(): void {
    if (this.#hand.phase === 'held') this.#become({ kind: 'leave' });
  }

  /** A key at a line's label; whether it means something there. */
  press(line: ChartLine, { key, shiftKey, altKey }: LineKey): boolean {
    const { acts } = this.#view;
    const step = STEPS[key];
    if (step !== undefined && line.canMove && !altKey) this.#step(line, step * (shiftKey ? STEP_FAST : 1));
    else if (key === 'Enter' && this.#hand.phase === 'asking' && this.#hand.id === line.id) this.confirm();
    else if (key === 'Enter' && line.subject.kind === 'draft') acts.press();
    else if ((key === 'Delete' || key === 'Backspace') && line.canEnd) acts.end(line);
    else return false;
    return true;
  }

  #step(line: ChartLine, byTicks: Ticks): void {
    const hand = this.#hand;
    const isAsking = hand.phase === 'asking' && hand.id === line.id;
    const standing = Math.round(line.ticks);
    const ticks = (isAsking ? hand.ticks : standing) + byTicks;
    if (line.subject.kind === 'draft') return this.#moveDraft(line, ticks);
    this.#become({ kind: 'step', id: line.id, fromTicks: isAsking ? hand.fromTicks : standing, ticks });
  }

  /** What the server is to be asked for; nothing where nothing changes, and a fault is said. */
  #judge(line: ChartLine, ticks: Ticks): Sendable | null {
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

  #send(line: ChartLine, amendment: Sendable): void {
    const sent = this.#hand;
    void this.#view.acts.amend(line, amendment).then(() => {
      // A line that has gone in between took its move along: what is in the hand by now is another one.
      if (this.#hand === sent) this.#become({ kind: 'leave' });
    });
  }

  /** The draft is the ticket's, and follows at once. */
  #moveDraft(line: ChartLine | undefined, ticks: Ticks): void {
    if (line?.subject.kind === 'draft') this.#view.acts.moveDraft(line.subject.leg, ticks);
  }

  #become(event: HandEvent): void {
    this.#hand = nextHand(this.#hand, event);
    this.#onChange(this.#hand);
  }
}
