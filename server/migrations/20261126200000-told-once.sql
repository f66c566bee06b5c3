-- What a sub-account is told once: another message with the same word is not stored.
create unique index mailbox_message_once on mailbox_message (account_id, (record ->> 'once'))
  where record ->> 'once' is not null;
