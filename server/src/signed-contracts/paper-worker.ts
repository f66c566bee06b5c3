/** Draws papers beside the server's own thread: a paper takes a tenth of a second, in which no order should wait. */
import { answerQuestions } from '#ground/answering-thread.ts';
import { paperPdf } from '#signed-contracts/paper-pdf.ts';

answerQuestions(paperPdf);
