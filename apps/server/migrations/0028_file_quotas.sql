-- How much people may store with assignments, in GB.
alter table campus_settings
  add column person_quota integer not null default 5 check (person_quota between 1 and 1000),
  add column assignment_quota integer not null default 100 check (assignment_quota between 1 and 10000),
  add column campus_quota integer not null default 1000 check (campus_quota between 1 and 1000000);

-- What is stored with assignments: texts and files that were handed in, and files beside assignments, also those that
-- were taken away. A file that a new version keeps is stored once.
create view file_tallies_now as
  with stored as (
    select student_id as person_id, assignment_id, octet_length(body) as bytes from hand_ins
    union all
    select file.person_id, file.assignment_id, content.size from (
      select distinct content_id, student_id as person_id, assignment_id
      from hand_in_files join hand_ins on hand_ins.id = hand_in_id
      union all
      select content_id, added_by, assignment_id from assignment_files
    ) as file join assignment_contents content on content.id = file.content_id
  )
  select case when grouping(person_id) = 0 then 'person' when grouping(assignment_id) = 0 then 'assignment'
      else 'campus' end as quota,
    coalesce(person_id, assignment_id, 0) as owner_id, sum(bytes)::bigint as bytes
  from stored group by grouping sets ((person_id), (assignment_id), ()) having sum(bytes) > 0;

-- The same added up as it is stored, one row a quota: 0 owns that of the campus.
create table file_tallies (
  quota text not null check (quota in ('person', 'assignment', 'campus')),
  owner_id bigint not null,
  bytes bigint not null check (bytes >= 0),
  primary key (quota, owner_id)
) with (fillfactor = 50);

insert into file_tallies select * from file_tallies_now;
