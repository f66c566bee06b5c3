-- A list is one row, so that adding, taking off and arranging are one statement each.
create table watchlist (
  watchlist_id text primary key,
  account_id text not null,
  name text not null,
  contract_codes text[] not null,
  position bigint generated always as identity
);
create unique index watchlist_name on watchlist (account_id, lower(name));
