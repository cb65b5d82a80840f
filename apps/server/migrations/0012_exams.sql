-- An exam of a subject. A draft until somebody publishes it; students see nothing of a draft.
-- `version` counts changes of the exam itself, `marks_version` the savings that changed a result.
create table exams (
  id bigint generated always as identity primary key,
  subject_id bigint not null references subjects (id),
  title text collate campus_name not null check (title <> ''),
  held_on date not null,
  max_marks integer not null default 100 check (max_marks between 1 and 1000),
  version integer not null default 1,
  marks_version integer not null default 0,
  published_at timestamptz,
  published_by bigint references people (id),
  created_by bigint not null references people (id),
  created_at timestamptz not null default now(),
  -- A draft that somebody took away: its marks and their history stay, and no list shows it.
  deleted_at timestamptz,
  deleted_by bigint references people (id),
  -- What a result refers to, so that its marks can be held against the maximum.
  unique (id, max_marks),
  check ((published_at is null) = (published_by is null)),
  check ((deleted_at is null) = (deleted_by is null)),
  check (published_at is null or deleted_at is null)
);
create unique index exams_title_in_subject on exams (subject_id, lower(title)) where deleted_at is null;
create index exams_by_subject on exams (subject_id, held_on) where deleted_at is null;
create index exams_published on exams (held_on, id) where published_at is not null;

-- A student's result: whole marks from 0 to the exam's maximum, or absent. Whoever has no row has no
-- result yet. `max_marks` is the exam's, kept equal by the reference: a maximum below marks that are
-- stored is refused.
create table exam_results (
  exam_id bigint not null,
  student_id bigint not null references students (person_id),
  max_marks integer not null,
  marks integer,
  absent boolean not null default false,
  marked_by bigint not null references people (id),
  marked_at timestamptz not null default now(),
  primary key (exam_id, student_id),
  foreign key (exam_id, max_marks) references exams (id, max_marks) on update cascade,
  constraint exam_results_one_of check (absent = (marks is null)),
  constraint exam_results_within_maximum check (marks between 0 and max_marks)
);
create index exam_results_by_student on exam_results (student_id);

-- Every change of a result, for good. Neither marks nor absent: there was none, or it was cleared.
-- `version` is the exam's marks_version after the change.
create table exam_result_changes (
  id bigint generated always as identity primary key,
  exam_id bigint not null references exams (id),
  student_id bigint not null references students (person_id),
  version integer not null,
  marks integer,
  absent boolean not null default false,
  previous_marks integer,
  previous_absent boolean not null default false,
  -- Whether students could see the result at that moment.
  published boolean not null,
  changed_by bigint not null references people (id),
  changed_at timestamptz not null default now(),
  check (not (absent and marks is not null)),
  check (not (previous_absent and previous_marks is not null))
);
create index exam_result_changes_by_result on exam_result_changes (exam_id, student_id, id);
create trigger exam_result_changes_append_only
  before update or delete or truncate on exam_result_changes
  for each statement execute function refuse_change();

-- Every change of an exam, its publication and withdrawal among them, for good.
create table exam_changes (
  id bigint generated always as identity primary key,
  exam_id bigint not null references exams (id),
  version integer not null,
  field text not null,
  previous text,
  value text,
  changed_by bigint not null references people (id),
  changed_at timestamptz not null default now()
);
create index exam_changes_by_exam on exam_changes (exam_id, id);
create trigger exam_changes_append_only
  before update or delete or truncate on exam_changes
  for each statement execute function refuse_change();

-- What students, averages and charts may read of exams: nothing else reads results for them.
create view published_exam_results as
  select exam.id as exam_id, exam.subject_id, exam.title, exam.held_on, exam.max_marks,
    exam.published_at, result.student_id, result.marks, result.absent
  from exams exam
  join exam_results result on result.exam_id = exam.id
  where exam.published_at is not null;
