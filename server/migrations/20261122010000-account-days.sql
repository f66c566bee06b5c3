-- Every sub-account as it stood when a trade date of the house ended: `seq` is the step that began the next one.
create table account_day (
  account_id text not null,
  trade_date text not null,
  seq bigint not null,
  next_date text not null,
  equity_vnd bigint not null,
  cash_vnd bigint not null,
  estimated_vnd bigint not null,
  primary key (account_id, trade_date)
);

-- What came and went beside trading is a handful of postings among many: the days of an account sum them up.
create index ledger_posting_outside on ledger_posting (account_id, seq)
  where type not in ('fee', 'realised-profit');
