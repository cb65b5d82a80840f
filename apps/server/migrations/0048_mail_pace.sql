-- The mails of all processes leave at one pace: when the next one may. One row.
create table mail_pace (
  only_one boolean primary key default true check (only_one),
  next_at timestamptz not null default '-infinity'
);
insert into mail_pace default values;
