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
      where was.roster_entry <> now_is.roster_entry)));
  return null;
end
$$;

create trigger students_changed_in_rosters after update on student_directory
  referencing old table as was new table as now_is
  for each statement execute function students_change_rosters();
