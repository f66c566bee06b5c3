-- Browsers that an investor lets this installation notify. A row outlives the expiry of the session that made it, so
-- that a margin call still arrives, but none that somebody ends: so the session is no foreign key.
create table push_subscription (
  device_id text primary key,
  investor_id text not null references investor,
  session_id text not null,
  endpoint text not null,
  p256dh text not null,
  auth text not null,
  device text not null,
  created_ms bigint not null,
  sent_ms bigint,
  failing_since_ms bigint
);
create index push_subscription_investor on push_subscription (investor_id);
create index push_subscription_session on push_subscription (session_id);
