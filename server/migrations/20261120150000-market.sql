-- One-minute bars of what really traded here, so that charts remember it after a restart. Whole minutes only; what is
-- older than the venue's own tape and not in here is the venue's history. About 90 bytes a row with its key: a day of
-- 200 contracts is at most 26 MB, kept 90 days.
create table minute_bar (
  contract_code text not null,
  -- Minutes since 1970-01-01 UTC.
  open_minute integer not null,
  open_ticks integer not null,
  high_ticks integer not null,
  low_ticks integer not null,
  close_ticks integer not null,
  volume_lots integer not null,
  primary key (contract_code, open_minute)
);
