-- A student as the list of students shows one (`studentListItem` of the contract), written when it
-- changes and not each time it is read: a thousand of them take PostgreSQL 4 ms to write. So are the
-- fields of a roster's entry (`rosterEntry`) that come before the mark, open at the end.
alter table student_directory add column list_item text, add column roster_entry text;

create or replace function students_as_they_are() returns setof student_directory
language sql stable as $$
  select person_id, status, search_key(concat_ws(E'\n', name, email, univ_id, roll_no) collate "C"),
    name, email, coalesce(univ_id, ''), roll_no, course, branch, semester, year,
    (select row_to_json(item)::text from (
      select person_id::text as id, name, email, univ_id as "univId", roll_no as "rollNo", course,
        branch, semester, year, status) item),
    (select left(row_to_json(entry)::text, -1) || ',' from (
      select person_id::text as id, email as "studentEmail", name as "studentName",
        roll_no as "studentRollNo") entry)
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
    list_item = now_is.list_item, roster_entry = now_is.roster_entry
  from students_as_they_are() now_is
  where now_is.person_id = listed.person_id and listed.person_id = any(ids)
$$;

select relist_students(array(select person_id from student_directory));
alter table student_directory
  alter column list_item set not null, alter column roster_entry set not null;

-- Every page says how many students match.
create index student_directory_by_status on student_directory (status);
