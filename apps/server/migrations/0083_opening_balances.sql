-- What a student's classes of a subject came to before Campus, where the other system has only totals. Told beside the
-- percentage, which is of single marks.
create table opening_balances (
  id bigint generated always as identity primary key,
  student_id bigint not null references students,
  subject_id bigint not null references subjects,
  classes integer not null check (classes > 0),
  present integer not null,
  until_on date not null,
  constraint opening_balances_once unique (student_id, subject_id),
  constraint opening_balances_present check (present between 0 and classes)
);
create index opening_balances_subject_id on opening_balances (subject_id);
