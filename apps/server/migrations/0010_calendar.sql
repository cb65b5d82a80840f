-- The academic calendar: every version that was ever uploaded, for good. The newest is shown.
create table calendars (
  id bigint generated always as identity primary key,
  title text not null check (char_length(title) between 1 and 200),
  file_name text not null check (char_length(file_name) between 1 and 255),
  content bytea not null,
  size integer not null check (size > 0 and size = octet_length(content)),
  -- SHA-256 of the content, base64url.
  digest text not null,
  uploaded_by bigint not null references people (id),
  uploaded_at timestamptz not null default now()
);
-- A PDF is compressed already.
alter table calendars alter column content set storage external;
create trigger calendars_append_only
  before update or delete or truncate on calendars
  for each statement execute function refuse_change();

-- Class information, for one teacher or, without one, for all. The newest that is not removed is shown.
create table class_infos (
  id bigint generated always as identity primary key,
  teacher_id bigint references faculty (person_id),
  file_name text not null check (char_length(file_name) between 1 and 255),
  content bytea not null,
  size integer not null check (size > 0 and size = octet_length(content)),
  digest text not null,
  uploaded_by bigint not null references people (id),
  uploaded_at timestamptz not null default now(),
  removed_by bigint references people (id),
  removed_at timestamptz,
  check ((removed_by is null) = (removed_at is null))
);
alter table class_infos alter column content set storage external;
create index class_infos_shown on class_infos (teacher_id, id) where removed_at is null;
