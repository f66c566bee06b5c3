/** Metrics of traces; apart from them, because it is loaded where nothing is traced. */
import { Counter, type Registry } from 'prom-client';
import type { SpanCounts } from '#traces/span-sender.ts';

/** How many spans the collector has taken, and how many nobody will see. */
export function countSpans(registry: Registry, counts: SpanCounts): void {
  new Counter({
    name: 'mua_trace_spans_total',
    help: 'Spans of traces: taken by the collector, or dropped because it did not take them in time',
    labelNames: ['outcome'],
    registers: [registry],
    collect() {
      this.reset();
      this.inc({ outcome: 'sent' }, counts.sent);
      this.inc({ outcome: 'dropped' }, counts.dropped);
    },
  });
}
