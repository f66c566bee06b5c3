/**
 * Tells whether something is being asked or written here that another contract or sub-account on the desk would take
 * away. It looks at the page itself: whichever list or dialog comes next is covered without saying so.
 */
import { useTradingQuestion } from '#desk/trading-question.ts';

const DIALOGS = '[role="dialog"],[role="alertdialog"]';
/** A question, and a field that is open or typed in outside any dialog. */
const WRITTEN = '[role="alertdialog"],[data-written]';
const FIELDS = 'input,textarea,[role="combobox"]';

export function isDialogOpen(): boolean {
  return document.querySelector(DIALOGS) !== null;
}

/** A dialog that is only read, as the list behind the bell, holds nothing up. */
export function isBeingWritten(): boolean {
  if (useTradingQuestion.getState().question !== null || document.querySelector(WRITTEN)) return true;
  return [...document.querySelectorAll(DIALOGS)].some((dialog) => dialog.querySelector(FIELDS) !== null);
}
