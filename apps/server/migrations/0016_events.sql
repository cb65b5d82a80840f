-- What is in the calendar beside dates that other tables keep (exams). Either whole days, both
-- included, or from one instant to another. The audience's parts narrow the students; blank ones
-- mean all of them. A deleted event is shown to nobody.
create table events (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('holiday', 'exam', 'event')),
  title text collate campus_name not null check (title <> ''),
  starts_on date,
  ends_on date,
  starts_at timestamptz,
  ends_at timestamptz,
  place text,
  note text,
  audience text not null check (audience in ('everyone', 'teachers', 'students')),
  audience_course text,
  audience_branch text,
  audience_semester integer,
  audience_year integer,
  version integer not null default 1,
  created_by bigint not null references people (id),
  created_at timestamptz not null default now(),
  changed_at timestamptz not null default now(),
  deleted_at timestamptz,
  deleted_by bigint references people (id),
  check (num_nonnulls(starts_on, ends_on) in (0, 2) and starts_on <= ends_on),
  check (num_nonnulls(starts_at, ends_at) in (0, 2) and starts_at <= ends_at),
  check (num_nonnulls(starts_on, starts_at) = 1),
  check (audience = 'students'
    or num_nonnulls(audience_course, audience_branch, audience_semester, audience_year) = 0),
  check ((deleted_at is null) = (deleted_by is null))
);
create index events_by_day on events (starts_on) where deleted_at is null and starts_on is not null;
create index events_by_instant on events (starts_at)
  where deleted_at is null and starts_at is not null;

-- Every change of an event, its deletion among them, for good.
create table event_changes (
  id bigint generated always as identity primary key,
  event_id bigint not null references events (id),
  version integer not null,
  field text not null,
  previous text,
  value text,
  changed_by bigint not null references people (id),
  changed_at timestamptz not null default now()
);
create index event_changes_by_event on event_changes (event_id, id);
create trigger event_changes_append_only
  before update or delete or truncate on event_changes
  for each statement execute function refuse_change();

-- The private address at which a person's calendar can be subscribed to: the digest of its token.
create table event_feeds (
  person_id bigint primary key references people (id),
  token_digest text not null unique,
  created_at timestamptz not null default now()
);

-- One row: makes the identifiers in calendars of this campus differ from those of every other one.
create table event_namespace (
  is_only boolean primary key default true check (is_only),
  namespace uuid not null default gen_random_uuid()
);
insert into event_namespace default values;

-- Exams are looked for by their day.
create index exams_by_day on exams (held_on) where deleted_at is null;
