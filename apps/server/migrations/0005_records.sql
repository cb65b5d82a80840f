-- The last day of a student who leaves, or is going to. Enrolments end on it, and from that day on there is
-- no sign-in (people.active is then false).
alter table students add column withdrawn_on date;

-- Enrolments as they were before a withdrawal ended them (or, where they had not begun, took them away), so
-- that it can be undone.
create table withdrawn_enrolments (
  student_id bigint not null references students (person_id),
  subject_id bigint not null references subjects (id),
  from_on date not null,
  to_on date,
  added_by bigint references people (id),
  withdrawn_on date not null,
  primary key (student_id, subject_id, from_on)
);

-- Every change of a person's record, for good, whoever made it and on whatever way: triggers write it. The
-- number of the last one is the record's version. Who is at work is said by the transaction, in the setting
-- campus.actor; nobody in particular where Campus acts by itself. Fields as the wire names them.
create table person_changes (
  id bigint generated always as identity primary key,
  person_id bigint not null references people (id),
  field text not null,
  before text,
  after text,
  changed_by bigint references people (id),
  changed_at timestamptz not null default now()
);
create index person_changes_by_person on person_changes (person_id, id);
create trigger person_changes_append_only
  before update or delete or truncate on person_changes
  for each statement execute function refuse_change();

create function current_actor() returns bigint
language sql stable
return nullif(current_setting('campus.actor', true), '')::bigint;

create function keep_people_changes() returns trigger
language plpgsql as $$
begin
  insert into person_changes (person_id, field, before, after, changed_by)
  select now_is.id, field, before, after, current_actor()
  from was join now_is using (id), lateral (values
    (1, 'name', was.name collate "C", now_is.name collate "C"),
    (2, 'email', was.email, now_is.email),
    (3, 'univId', was.univ_id, now_is.univ_id),
    (4, 'dob', to_char(was.dob, 'YYYY-MM-DD'), to_char(now_is.dob, 'YYYY-MM-DD')),
    (5, 'gender', was.gender, now_is.gender),
    (6, 'contactNo', was.contact_phone, now_is.contact_phone),
    (7, 'address', was.address, now_is.address),
    (8, 'active', was.active::text, now_is.active::text)
  ) as compared (place, field, before, after)
  where before is distinct from after
  order by now_is.id, place;
  return null;
end
$$;
create trigger people_changes_kept
  after update on people referencing old table as was new table as now_is
  for each statement execute function keep_people_changes();

create function keep_students_changes() returns trigger
language plpgsql as $$
begin
  insert into person_changes (person_id, field, before, after, changed_by)
  select now_is.person_id, field, before, after, current_actor()
  from was join now_is using (person_id), lateral (values
    (1, 'rollNo', was.roll_no collate "C", now_is.roll_no collate "C"),
    (2, 'course', was.course, now_is.course),
    (3, 'branch', was.branch, now_is.branch),
    (4, 'semester', was.semester::text, now_is.semester::text),
    (5, 'year', was.year::text, now_is.year::text),
    (6, 'nationality', was.nationality, now_is.nationality),
    (7, 'bloodGroup', was.blood_group, now_is.blood_group),
    (8, 'parentName', was.parent_name, now_is.parent_name),
    (9, 'parentContactNo', was.parent_contact_phone, now_is.parent_contact_phone),
    (10, 'parentOccupation', was.parent_occupation, now_is.parent_occupation),
    (11, 'withdrawnOn', to_char(was.withdrawn_on, 'YYYY-MM-DD'), to_char(now_is.withdrawn_on, 'YYYY-MM-DD'))
  ) as compared (place, field, before, after)
  where before is distinct from after
  order by now_is.person_id, place;
  return null;
end
$$;
create trigger students_changes_kept
  after update on students referencing old table as was new table as now_is
  for each statement execute function keep_students_changes();

create function keep_faculty_changes() returns trigger
language plpgsql as $$
begin
  insert into person_changes (person_id, field, before, after, changed_by)
  select now_is.person_id, 'department', was.department, now_is.department, current_actor()
  from was join now_is using (person_id)
  where was.department is distinct from now_is.department;
  return null;
end
$$;
create trigger faculty_changes_kept
  after update on faculty referencing old table as was new table as now_is
  for each statement execute function keep_faculty_changes();

-- What a text is found by: without case and without accents.
create function search_key(given text) returns text
language sql immutable strict parallel safe
return lower(regexp_replace(normalize(given, nfkd), '[\u0300-\u036f]', '', 'g') collate campus_name)
  collate "C";

-- The list of students as it is searched, filtered and sorted, kept by triggers. One narrow table: without
-- it a list of 50,000 reads and joins two wide ones for every page, which takes ten times as long.
create table student_directory (
  person_id bigint primary key references students (person_id) on delete cascade,
  status text not null check (status in ('active', 'withdrawn', 'deactivated')),
  -- Name, e-mail, university ID and roll number, each on a line of its own.
  search_key text collate "C" not null,
  name text collate campus_name not null,
  email text not null,
  -- Blank instead of null: an index of what is never null serves both directions.
  univ_id text collate campus_natural not null,
  roll_no text collate campus_natural,
  course text,
  branch text,
  semester integer,
  year integer
);
create index student_directory_by_name on student_directory (name, person_id);
create index student_directory_by_email on student_directory (email, person_id);
create index student_directory_by_univ_id on student_directory (univ_id, person_id);
create index student_directory_by_course on student_directory (course, person_id);
create index student_directory_by_course_down on student_directory (course desc nulls last, person_id desc);
create index student_directory_by_roll_no on student_directory (roll_no, person_id);
create index student_directory_by_roll_no_down on student_directory (roll_no desc nulls last, person_id desc);

create function students_as_they_are() returns setof student_directory
language sql stable as $$
  select person_id,
    case when active then 'active' when withdrawn_on is not null then 'withdrawn' else 'deactivated' end,
    search_key(concat_ws(E'\n', name, email, univ_id, roll_no) collate "C"),
    name, email, coalesce(univ_id, ''), roll_no, course, branch, semester, year
  from people join students on students.person_id = people.id
$$;
insert into student_directory select * from students_as_they_are();

create function list_new_students() returns trigger
language plpgsql as $$
begin
  insert into student_directory
  select listed.* from students_as_they_are() listed join now_is using (person_id);
  return null;
end
$$;
create trigger students_listed
  after insert on students referencing new table as now_is
  for each statement execute function list_new_students();

create function relist_students(ids bigint[]) returns void
language sql as $$
  update student_directory listed
  set status = now_is.status, search_key = now_is.search_key, name = now_is.name,
    email = now_is.email, univ_id = now_is.univ_id, roll_no = now_is.roll_no,
    course = now_is.course, branch = now_is.branch, semester = now_is.semester, year = now_is.year
  from students_as_they_are() now_is
  where now_is.person_id = listed.person_id and listed.person_id = any(ids)
$$;

-- Signing out changes people too: it is not about the list.
create function relist_changed_people() returns trigger
language plpgsql as $$
declare
  ids bigint[] := array(
    select id from was join now_is using (id)
    where (was.name, was.email, was.univ_id, was.active)
      is distinct from (now_is.name, now_is.email, now_is.univ_id, now_is.active));
begin
  if ids <> '{}' then perform relist_students(ids); end if;
  return null;
end
$$;
create trigger people_relisted
  after update on people referencing old table as was new table as now_is
  for each statement execute function relist_changed_people();

create function relist_changed_students() returns trigger
language plpgsql as $$
begin
  perform relist_students(array(select person_id from now_is));
  return null;
end
$$;
create trigger students_relisted
  after update on students referencing old table as was new table as now_is
  for each statement execute function relist_changed_students();
