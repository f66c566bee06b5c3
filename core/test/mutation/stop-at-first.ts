/** Red is enough: a property that fails is not made smaller first, which would take longer than all the rest. */
import fc from 'fast-check';

fc.configureGlobal({ endOnFailure: true });
