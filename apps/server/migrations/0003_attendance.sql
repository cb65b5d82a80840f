-- A class that met: one a subject and day on the wire, with a slot so that several a day can come.
-- `version` counts the submissions that changed something.
create table class_sessions (
  id bigint generated always as identity primary key,
  subject_id bigint not null references subjects (id),
  held_on date not null,
  slot smallint not null default 1 check (slot >= 1),
  version integer not null default 0,
  created_at timestamptz not null default now(),
  unique (subject_id, held_on, slot)
);

create table attendance_marks (
  session_id bigint not null references class_sessions (id),
  student_id bigint not null references students (person_id),
  present boolean not null,
  remarks text,
  marked_by bigint not null references people (id),
  marked_at timestamptz not null default now(),
  primary key (session_id, student_id)
);
create index attendance_marks_by_student on attendance_marks (student_id);

-- Every change of a mark, for good: who, when, from what, to what. `version` is the session's
-- after the change; a correction is a change made by somebody other than the subject's teacher.
create table attendance_mark_changes (
  id bigint generated always as identity primary key,
  session_id bigint not null references class_sessions (id),
  student_id bigint not null references students (person_id),
  version integer not null,
  present boolean not null,
  remarks text,
  previous_present boolean,
  previous_remarks text,
  correction boolean not null,
  changed_by bigint not null references people (id),
  changed_at timestamptz not null default now()
);
create index attendance_mark_changes_by_mark on attendance_mark_changes (session_id, student_id);

create function refuse_change() returns trigger
language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name;
end
$$;
create trigger attendance_mark_changes_append_only
  before update or delete or truncate on attendance_mark_changes
  for each statement execute function refuse_change();
