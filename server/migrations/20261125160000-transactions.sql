-- The cash after a posting is counted back from the end of its day: the first one at or after its step.
create index account_day_seq on account_day (account_id, seq) include (cash_vnd);
