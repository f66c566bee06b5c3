/** The words in Vietnamese, the source language: the types of all keys come from here. These are the first screen's. */
import board from './board.json';
import empty from './empty.json';
import errors from './errors.json';
import type { LaterWords } from './later.ts';
import mailbox from './mailbox.json';
import network from './network.json';
import pages from './pages.json';
import shell from './shell.json';
import words from './words.json';

export const vi = {
  board,
  empty,
  errors,
  mailbox,
  network,
  pages,
  shell,
  words,
};
export type FirstWords = typeof vi;
export type Words = FirstWords & LaterWords;
