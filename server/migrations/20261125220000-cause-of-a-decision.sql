-- Why an application was not approved stands in a column of its own: an operator's words may begin like a cause.
alter table investor_act add column cause text;
update investor_act set cause = split_part(reason, ': ', 1), reason = substr(reason, strpos(reason, ': ') + 2)
  where act in ('reject', 'return') and split_part(reason, ': ', 1) in (
    'PICTURE_UNREADABLE', 'DOCUMENT_EXPIRED', 'DOCUMENT_ALTERED', 'DATA_DIFFER', 'OTHER_PERSON', 'TOO_YOUNG',
    'COMPANY_UNPROVEN') and strpos(reason, ': ') > 0;
