-- What a code has made, by its id, so that it can be told again to whoever has lost the answer.
alter table otp_task add column result_id text;
