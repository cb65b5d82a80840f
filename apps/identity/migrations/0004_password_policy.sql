-- What a new password needs beyond what the start was configured with: none or one row.
create table password_policy (
  only_one boolean primary key default true check (only_one),
  min_length integer not null check (min_length between 1 and 128),
  upper_and_lower boolean not null,
  digit boolean not null,
  symbol boolean not null
);
