-- Since when trades count for an alert: it was created, moved or set again, or the market turned round. A start steps
-- through the trades since the end of the journal, of which some are older than an alert.
alter table price_alert add column since_ms bigint;
update price_alert set since_ms = greatest(created_ms, reached_ms);
alter table price_alert alter column since_ms set not null;
