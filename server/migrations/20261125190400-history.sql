-- Where the days of a history begin and end: they are asked for by time, and read by step.
create index ledger_posting_time on ledger_posting (account_id, time_ms, seq);
