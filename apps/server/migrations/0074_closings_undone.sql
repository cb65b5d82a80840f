-- Closing a term is undone until the first mark in the next: what it wrote over is kept, and goes when it is put back.
alter table terms
  add column closing_reason text check (closing_reason <> ''),
  -- The term that the closing opened; null when it was not closed, or before closings could be undone.
  add column next_id bigint references terms,
  -- The closing made that term, too.
  add column next_is_new boolean not null default false;

-- Where students stood before, and where the closing put them.
create table closing_students (
  term_id bigint not null references terms,
  student_id bigint not null references students on delete cascade,
  semester integer,
  year integer,
  to_semester integer,
  to_year integer,
  primary key (term_id, student_id)
);
create index closing_students_by_student on closing_students (student_id);

-- The last day that enrolments had before, and the one that the closing gave them.
create table closing_enrolments (
  enrolment_id bigint primary key references enrolments on delete cascade,
  to_on date,
  ended_on date not null
);
