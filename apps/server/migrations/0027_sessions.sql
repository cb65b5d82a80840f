-- How long a session lasts from its sign-in on, by role.
alter table campus_settings
  add column administrator_session_hours integer not null default 12
    check (administrator_session_hours between 1 and 24),
  add column other_session_days integer not null default 7 check (other_session_days between 1 and 30);

-- Which settings there are is said once, by the contract; a list here would be the second.
alter table campus_settings_changes
  drop constraint campus_settings_changes_field_check,
  add constraint campus_settings_changes_field_check check (field ~ '^[a-zA-Z]+$');

-- Sessions of the identity service that ended before their time. The ID tokens they had handed out live for
-- minutes; a row is of no use longer than that.
create table ended_sessions (
  session_id text primary key,
  ended_at timestamptz not null default now()
);
create index ended_sessions_by_ended_at on ended_sessions (ended_at);
