-- What an investor chose of the ways by which news reaches them; without a row the default counts.
create table notification_choice (
  investor_id text not null,
  category text not null,
  delivery text not null,
  is_on boolean not null,
  primary key (investor_id, category, delivery)
);
-- Part fills of an order are one line that counts up: the next one takes the place of the one before.
create index mailbox_message_part_fill on mailbox_message ((record ->> 'orderId'))
  where record ->> 'code' = 'OrderPartiallyFilled';
