-- Lists of a sub-account with very many orders: what they filter and count by stands in the index itself, so that rows
-- are read only for the page that is shown.
drop index trading_order_received;
create index trading_order_received on trading_order (account_id, received_seq desc, order_id desc)
  include (status, contract_code, received_ms);
drop index trading_order_seq;
create index trading_order_seq on trading_order (account_id, seq desc, order_id desc) include (status, contract_code);
drop index conditional_order_received;
create index conditional_order_received on conditional_order (account_id, received_seq desc)
  include (conditional_order_id, status, contract_code);
