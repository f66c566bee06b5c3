/** Draws statements beside the server's own thread: that of a busy month takes a second, in which no order should wait. */
import { answerQuestions } from '#ground/answering-thread.ts';
import { statementPdf } from '#statements/statement-pdf.ts';

answerQuestions(statementPdf);
