-- Which tickets of sockets were taken, for the thirty seconds of their life. A crash of PostgreSQL empties it, which costs
-- less than a durable commit for each socket.
create unlogged table redeemed_ticket (
  ticket_id text primary key,
  expires_ms bigint not null
);
create index redeemed_ticket_expires on redeemed_ticket (expires_ms);
