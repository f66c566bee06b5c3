-- What investors have arranged: each thing is a row, and a deleted one stays with a null for as long as a device may not
-- know of it. Stamps are compared byte by byte, as devices compare them.
create table keepsake (
  investor_id text not null references investor,
  kind text not null,
  key text not null,
  stamp text collate "C" not null,
  before text,
  value jsonb,
  -- Which write of the investor's it is from.
  place bigint not null,
  written_ms bigint not null,
  primary key (investor_id, kind, key)
);
create index keepsake_place on keepsake (investor_id, place);
-- One write of an investor after the other, each with the next place; a reader who was at one before `forgotten` may
-- have missed a deletion.
create table keepsake_turn (
  investor_id text primary key references investor,
  place bigint not null,
  forgotten bigint not null default 0
);
