-- The bytes of files, once each: a hand-in that keeps a file of the former version refers to it again.
create table assignment_contents (
  id bigint generated always as identity primary key,
  content bytea not null check (octet_length(content) <= 20 * 1024 * 1024),
  size integer not null check (size = octet_length(content)),
  -- SHA-256 of the content, base64url.
  digest text not null,
  -- Found out from the content, never taken from a client.
  type text not null check (type <> '')
);
alter table assignment_contents alter column content set storage external;

-- Work for the students of a subject. `grade` is the maximum marks; what is handed in within the
-- minute that begins at `due_at` is in time.
create table assignments (
  id bigint generated always as identity primary key,
  subject_id bigint not null references subjects (id),
  title text collate campus_name not null check (title <> ''),
  description text not null check (description <> ''),
  grade integer not null check (grade between 1 and 1000),
  due_at timestamptz not null check (extract(second from due_at) = 0),
  accept_late boolean not null default false,
  created_by bigint not null references people (id),
  created_at timestamptz not null default now(),
  deleted_at timestamptz,
  deleted_by bigint references people (id),
  unique (id, grade),
  check ((deleted_at is null) = (deleted_by is null))
);
create index assignments_by_subject on assignments (subject_id, due_at) where deleted_at is null;

create table assignment_files (
  id bigint generated always as identity primary key,
  assignment_id bigint not null references assignments (id),
  content_id bigint not null references assignment_contents (id),
  name text not null check (char_length(name) between 1 and 255),
  added_by bigint not null references people (id),
  added_at timestamptz not null default now(),
  removed_at timestamptz,
  removed_by bigint references people (id),
  check ((removed_at is null) = (removed_by is null))
);
create index assignment_files_by_assignment on assignment_files (assignment_id) where removed_at is null;

-- Every change of an assignment, for good.
create table assignment_changes (
  id bigint generated always as identity primary key,
  assignment_id bigint not null references assignments (id),
  field text not null check (field in ('title', 'description', 'grade', 'deadline', 'acceptLate')),
  previous text not null,
  value text not null,
  changed_by bigint not null references people (id),
  changed_at timestamptz not null default now()
);
create index assignment_changes_by_assignment on assignment_changes (assignment_id, id);
create trigger assignment_changes_append_only
  before update or delete or truncate on assignment_changes
  for each statement execute function refuse_change();

-- What a student has handed in: every version, for good. The highest is the one that counts.
create table hand_ins (
  id bigint generated always as identity primary key,
  assignment_id bigint not null references assignments (id),
  student_id bigint not null references students (person_id),
  version integer not null check (version >= 1),
  body text not null,
  late boolean not null,
  handed_in_at timestamptz not null,
  unique (assignment_id, student_id, version)
);
create index hand_ins_by_student on hand_ins (student_id);
create trigger hand_ins_append_only
  before update or delete or truncate on hand_ins
  for each statement execute function refuse_change();

create table hand_in_files (
  id bigint generated always as identity primary key,
  hand_in_id bigint not null references hand_ins (id),
  content_id bigint not null references assignment_contents (id),
  name text not null check (char_length(name) between 1 and 255)
);
create index hand_in_files_by_hand_in on hand_in_files (hand_in_id);
create trigger hand_in_files_append_only
  before update or delete or truncate on hand_in_files
  for each statement execute function refuse_change();

-- Marks and comment for one version of a student's work. The student sees them while `returned_at` is
-- set. `grade` is the assignment's, kept equal by the reference: a grade below marks is refused.
create table hand_in_marks (
  assignment_id bigint not null,
  student_id bigint not null references students (person_id),
  grade integer not null,
  version integer not null,
  marks integer not null,
  comment text not null default '',
  marked_by bigint not null references people (id),
  marked_at timestamptz not null default now(),
  returned_at timestamptz,
  returned_by bigint references people (id),
  -- Reopened: the student may hand in another version, whenever it comes.
  reopened_at timestamptz,
  primary key (assignment_id, student_id),
  foreign key (assignment_id, grade) references assignments (id, grade) on update cascade,
  foreign key (assignment_id, student_id, version)
    references hand_ins (assignment_id, student_id, version),
  constraint hand_in_marks_within_grade check (marks between 0 and grade),
  check ((returned_at is null) = (returned_by is null)),
  check (returned_at is null or reopened_at is null)
);

-- Everything that happened to marks, for good.
create table hand_in_mark_changes (
  id bigint generated always as identity primary key,
  assignment_id bigint not null references assignments (id),
  student_id bigint not null references students (person_id),
  version integer not null,
  event text not null check (event in ('marked', 'returned', 'reopened')),
  marks integer not null,
  comment text not null,
  changed_by bigint not null references people (id),
  changed_at timestamptz not null default now()
);
create index hand_in_mark_changes_by_hand_in on hand_in_mark_changes (assignment_id, student_id, id);
create trigger hand_in_mark_changes_append_only
  before update or delete or truncate on hand_in_mark_changes
  for each statement execute function refuse_change();
