-- What the administration tells everybody. A deleted one is shown to nobody, and says who deleted it and when.
create table announcements (
  id bigint generated always as identity primary key,
  title text not null check (title <> '' and char_length(title) <= 200),
  message text not null check (message <> '' and char_length(message) <= 5000),
  created_at timestamptz not null default now(),
  created_by bigint not null references people (id),
  deleted_at timestamptz,
  deleted_by bigint references people (id),
  check ((deleted_at is null) = (deleted_by is null))
);

create index announcements_shown on announcements (id) where deleted_at is null;
