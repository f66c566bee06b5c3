-- A messenger may let us write only to whoever has written to us lately: until they do again, we may not.
alter table notice_chat add column is_silent boolean not null default false;
comment on column notice_chat.linked_ms is 'When its owner wrote the code, by the messenger''s clock.';

-- What opens the broker's Official Account at Zalo: lines of tokens, of which the latest counts. Each begins with a
-- refresh token of the settings, once. A refresh token works once, so whoever uses it holds the row.
create table zalo_token (
  line bigint generated always as identity primary key,
  app_id text not null,
  seed_hash text not null,
  -- The next refresh token, and the access token if there is one.
  sealed text not null,
  -- Until when the access token holds; 0: there is none.
  expires_ms bigint not null default 0,
  -- When Zalo last gave no new ones; null: it did.
  failed_ms bigint,
  unique (app_id, seed_hash)
);
