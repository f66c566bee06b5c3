-- An investor's own accounts at banks, and those that withdrawals are paid to. Times are the engine clock's.

create table registration_bank (
  bank_account_id text primary key,
  investor_id text not null references investor,
  account_number text not null,
  holder_name text not null,
  bank_code text not null,
  branch text,
  changed_ms bigint not null,
  unique (investor_id, bank_code, account_number)
);

create table beneficiary_account (
  beneficiary_account_id text primary key,
  investor_id text not null references investor,
  account_number text not null,
  account_name text not null,
  bank_code text not null,
  -- Added or changed: nothing is paid to it until a while later.
  changed_ms bigint not null,
  unique (investor_id, bank_code, account_number)
);
