create table terms (
  id bigint generated always as identity primary key,
  name text not null unique check (name <> ''),
  starts_on date not null,
  ends_on date not null,
  is_open boolean not null default false,
  created_at timestamptz not null default now(),
  check (starts_on <= ends_on)
);
create unique index terms_one_open on terms (is_open) where is_open;

-- A subject starts with its term. A blank part of the audience means everyone.
create table subjects (
  id bigint generated always as identity primary key,
  term_id bigint not null references terms (id),
  name text collate campus_name not null check (name <> ''),
  code text collate campus_natural not null check (code <> ''),
  credits integer not null default 0 check (credits >= 0),
  teacher_id bigint not null references faculty (person_id),
  audience_course text,
  audience_branch text,
  audience_semester integer,
  audience_year integer,
  created_at timestamptz not null default now()
);
create unique index subjects_code_in_term on subjects (term_id, upper(code));
create index subjects_by_teacher on subjects (teacher_id);

-- From and to are days of attendance, both included; an open end means still enrolled.
create table enrolments (
  id bigint generated always as identity primary key,
  subject_id bigint not null references subjects (id),
  student_id bigint not null references students (person_id),
  from_on date not null,
  to_on date,
  created_at timestamptz not null default now(),
  check (to_on is null or from_on <= to_on),
  unique (subject_id, student_id, from_on)
);
create unique index enrolments_one_open on enrolments (subject_id, student_id) where to_on is null;
create index enrolments_by_student on enrolments (student_id);
