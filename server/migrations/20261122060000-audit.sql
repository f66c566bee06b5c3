-- Who did what, through which door, with what outcome. Rows are added and never changed: each carries the hash of the
-- one before, so that a row that was changed, taken out or put in is found (npm run operator -- audit verify).
create table audit_row (
  audit_id bigint primary key,
  time_ms bigint not null,
  actor_kind text not null,
  actor_id text,
  account_id text,
  jar_id text,
  device text not null,
  address text not null,
  route text not null,
  status integer not null,
  code text,
  request_id text not null,
  seq bigint,
  previous_hash text not null,
  hash text not null
);
create index audit_row_actor on audit_row (actor_id, audit_id desc);
create index audit_row_account on audit_row (account_id, audit_id desc);

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'rows of % are never changed', tg_table_name;
end $$;

create trigger audit_row_stays before update or delete or truncate on audit_row
  for each statement execute function refuse_change();
