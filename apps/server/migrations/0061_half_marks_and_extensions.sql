-- Marks of hand-ins may have a half, which stands beside the whole marks: versions released before read those.
alter table hand_in_marks add column half_mark boolean not null default false;
alter table hand_in_marks
  add constraint hand_in_marks_half_within_grade check (not half_mark or marks < grade);
alter table hand_in_mark_changes add column half_mark boolean not null default false;

-- A later deadline for one student, every grant for good. The newest row holds; without `due_at` it took the extension back.
create table assignment_extensions (
  id bigint generated always as identity primary key,
  assignment_id bigint not null references assignments (id),
  student_id bigint not null references students (person_id),
  due_at timestamptz check (extract(second from due_at) = 0),
  reason text not null default '' check (char_length(reason) <= 300),
  changed_by bigint not null references people (id),
  changed_at timestamptz not null default now()
);
create index assignment_extensions_newest on assignment_extensions (assignment_id, student_id, id desc);
create index assignment_extensions_of_student on assignment_extensions (student_id);
create trigger assignment_extensions_append_only
  before update or delete or truncate on assignment_extensions
  for each statement execute function refuse_change();

create view current_extensions as
  select distinct on (assignment_id, student_id) assignment_id, student_id, due_at
  from assignment_extensions order by assignment_id, student_id, id desc;

-- Hand-ins by the deadline of their student: what came late is in time where an extension was granted for it afterwards.
create view judged_hand_ins as
  select id, assignment_id, student_id, version, body, handed_in_at,
    case when late then handed_in_at >= coalesce(
      (select due_at + interval '1 minute' from current_extensions extension
       where extension.assignment_id = hand_ins.assignment_id
         and extension.student_id = hand_ins.student_id), '-infinity') else false end as late
  from hand_ins;
