/**
 * Disables the shrinking of failed properties: for mutation testing a failure is enough, and shrinking takes most of
 * the time.
 */
import fc from 'fast-check';

fc.configureGlobal({ endOnFailure: true });
