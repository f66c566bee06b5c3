-- Who may sign in, who is signed in where, and what they marked as favourites. Times are the engine clock's.

create table investor (
  investor_id text primary key,
  investor_code text not null unique,
  full_name text not null,
  kind text not null,
  status text not null,
  status_reason text,
  next_step text,
  is_suspended boolean not null default false,
  phone_number text not null unique,
  -- Lower case.
  email text not null unique,
  last_sign_in_ms bigint
);

create table credential (
  investor_id text primary key references investor,
  password_hash text not null
);

-- The account jar (decision "Account jar"): one cookie, up to ten signed-in investors. Only the id's hash is kept.
create table jar (
  jar_id bigint generated always as identity primary key,
  id_hash text not null unique,
  expires_ms bigint not null
);
create index jar_expires on jar (expires_ms);

-- The handle names this slot and this session in it; it authenticates nothing without the cookie.
create table jar_account (
  jar_id bigint not null references jar on delete cascade,
  slot integer not null,
  investor_id text not null references investor,
  handle text not null,
  signed_in_ms bigint not null,
  primary key (jar_id, slot),
  unique (jar_id, investor_id)
);
create index jar_account_investor on jar_account (investor_id);

-- Failures only; a subject is an investor, a name that nobody has, or an address.
create table sign_in_attempt (
  subject text primary key,
  failures integer not null,
  window_ends_ms bigint not null,
  locked_until_ms bigint not null
);

create table wishlist (
  account_id text not null,
  contract_code text not null,
  position bigint generated always as identity,
  primary key (account_id, contract_code)
);

-- Fees of a trade date and booked profit are sums over a sub-account's postings of one type.
create index ledger_posting_sum on ledger_posting (account_id, type, seq) include (amount_vnd);
