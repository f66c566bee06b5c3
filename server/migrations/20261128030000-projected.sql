-- How far the read tables have followed the journal. Releases before this one wrote both in one commit.
create table projected (
  is_only boolean primary key default true check (is_only),
  seq bigint not null
);

insert into projected (seq) select coalesce(max(last_seq), 0) from journal_batch;
