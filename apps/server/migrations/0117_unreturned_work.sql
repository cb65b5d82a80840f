-- Work that was handed in and whose marks have not been returned. The triggers below keep it: to find it among all work of
-- a term took seconds for each page of a list.
create view unreturned_work_now as
  select assignment_id, student_id
  from hand_ins left join hand_in_marks as marks using (assignment_id, student_id)
  where hand_ins.version = 1 and returned_at is null;

create table unreturned_work (
  assignment_id bigint not null references assignments (id),
  student_id bigint not null references students (person_id),
  primary key (assignment_id, student_id)
);
create index unreturned_work_by_student on unreturned_work (student_id);

-- With the owner’s rights: the former version, which runs on, gets its rights on the new table only after all migrations.
create function work_is_unreturned() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into unreturned_work values (new.assignment_id, new.student_id) on conflict do nothing;
  return null;
end
$$;

create function work_is_returned() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  delete from unreturned_work where assignment_id = new.assignment_id and student_id = new.student_id;
  return null;
end
$$;

create trigger handed_in after insert on hand_ins
  for each row when (new.version = 1) execute function work_is_unreturned();
create trigger reopened after update of returned_at on hand_in_marks
  for each row when (new.returned_at is null) execute function work_is_unreturned();
create trigger returned after insert or update of returned_at on hand_in_marks
  for each row when (new.returned_at is not null) execute function work_is_returned();

insert into unreturned_work select * from unreturned_work_now;
