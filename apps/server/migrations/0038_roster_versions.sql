-- Goes up whenever somebody comes to the rosters of a subject, leaves, or is called otherwise there, so that
-- the server can keep what it has read of them. The row of a subject is locked until the change is committed:
-- who sees the number sees all that it counts.
create table roster_versions (
  subject_id bigint primary key references subjects (id) on delete cascade,
  version integer not null
);

create function rosters_changed(subject_ids bigint[]) returns void
language sql as $$
  insert into roster_versions
  select distinct id, 1 from unnest(subject_ids) as id order by id
  on conflict (subject_id) do update set version = roster_versions.version + 1
$$;

create function enrolments_change_rosters() returns trigger
language plpgsql as $$
begin
  -- Who changes a student's name at this moment either sees the enrolment or is waited for: else neither
  -- would count the new name.
  if tg_op = 'INSERT' then
    perform from student_directory
    where person_id in (select student_id from changed) order by person_id for share;
  end if;
  perform rosters_changed(array(select subject_id from changed));
  return null;
end
$$;

create trigger enrolments_added_to_rosters after insert on enrolments
  referencing new table as changed for each statement execute function enrolments_change_rosters();
create trigger enrolments_changed_in_rosters after update on enrolments
  referencing new table as changed for each statement execute function enrolments_change_rosters();
create trigger enrolments_taken_from_rosters after delete on enrolments
  referencing old table as changed for each statement execute function enrolments_change_rosters();

create function students_change_rosters() returns trigger
language plpgsql as $$
begin
  perform rosters_changed(array(
    select subject_id from enrolments
    where student_id in (
      select now_is.person_id from now_is join was on was.person_id = now_is.person_id
      where (was.name, was.email, was.roll_no) is distinct from
        (now_is.name, now_is.email, now_is.roll_no))));
  return null;
end
$$;

create trigger students_changed_in_rosters after update on student_directory
  referencing old table as was new table as now_is
  for each statement execute function students_change_rosters();

-- Rosters are written by the server since.
alter table student_directory drop column roster_entry;

create or replace function students_as_they_are() returns setof student_directory
language sql stable as $$
  select person_id, status, search_key(concat_ws(E'\n', name, email, univ_id, roll_no) collate "C"),
    name, email, coalesce(univ_id, ''), roll_no, course, branch, semester, year,
    (select row_to_json(item)::text from (
      select person_id::text as id, name, email, univ_id as "univId", roll_no as "rollNo", course,
        branch, semester, year, status) item)
  from people join students on students.person_id = people.id
  cross join lateral (
    select case when active then 'active' when withdrawn_on is not null then 'withdrawn'
      else 'deactivated' end as status) state
$$;

create or replace function relist_students(ids bigint[]) returns void
language sql as $$
  update student_directory listed
  set status = now_is.status, search_key = now_is.search_key, name = now_is.name,
    email = now_is.email, univ_id = now_is.univ_id, roll_no = now_is.roll_no,
    course = now_is.course, branch = now_is.branch, semester = now_is.semester, year = now_is.year,
    list_item = now_is.list_item
  from students_as_they_are() now_is
  where now_is.person_id = listed.person_id and listed.person_id = any(ids)
$$;
