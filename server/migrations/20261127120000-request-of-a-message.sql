-- The request that caused a message: lines of the log about its sending name it.
alter table outgoing_message add column request_id text;
