-- Programs of third parties: who they are, what investors granted them, and the codes and tokens in use.

create table oauth_client (
  client_id text primary key,
  name text not null,
  redirect_uris text[] not null,
  scopes text[] not null,
  created_ms bigint not null
);

create table oauth_grant (
  grant_id text primary key,
  client_id text not null references oauth_client on delete cascade,
  investor_id text not null references investor,
  scopes text[] not null,
  account_ids text[] not null,
  -- Null: no bound of the grant's own.
  max_lots_per_day integer,
  contract_codes text[],
  granted_ms bigint not null,
  expires_ms bigint not null,
  last_used_ms bigint,
  revoked_ms bigint
);
create index oauth_grant_investor on oauth_grant (investor_id, granted_ms desc);

-- Lots of new orders by trade date.
create table oauth_lots (
  grant_id text not null references oauth_grant on delete cascade,
  trade_date date not null,
  lots integer not null,
  primary key (grant_id, trade_date)
);

-- What the OAuth library keeps, under the hash of the secret that names it.
create table oauth_artifact (
  kind text not null,
  id_hash text not null,
  grant_id text references oauth_grant on delete cascade,
  payload jsonb not null,
  expires_ms bigint,
  consumed_ms bigint,
  primary key (kind, id_hash)
);
create index oauth_artifact_grant on oauth_artifact (grant_id);
create index oauth_artifact_expires on oauth_artifact (expires_ms);
