-- Chats in which the installation's bots may write to an investor: who started the bot by an address that was theirs.
create table notice_chat (
  investor_id text not null references investor,
  channel text not null,
  chat_id text not null,
  -- As the chat's service names its owner.
  name text not null,
  linked_ms bigint not null,
  primary key (investor_id, channel)
);

-- Addresses that were made for it: each is used once, and only its hash is kept.
create table notice_chat_invitation (
  code_hash text primary key,
  investor_id text not null references investor,
  channel text not null,
  expires_ms bigint not null
);
create index notice_chat_invitation_investor on notice_chat_invitation (investor_id, channel);
