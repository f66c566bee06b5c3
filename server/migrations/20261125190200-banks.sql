-- Accounts at banks: an investor's own, and those that withdrawals are paid to. Times are the engine clock's.

create table bank_account (
  account_id text primary key,
  investor_id text not null references investor,
  -- REGISTERED or BENEFICIARY
  kind text not null,
  account_number text not null,
  holder_name text not null,
  bank_code text not null,
  branch text,
  -- Added or changed. To a beneficiary nothing is paid until a while later.
  changed_ms bigint not null,
  unique (investor_id, kind, bank_code, account_number)
);
