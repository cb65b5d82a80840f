-- Who added a person; null for whom Campus or its operator added, and where nobody knows any more.
alter table people add column created_by bigint references people (id);
alter table people alter column created_by set default current_actor();

drop trigger people_changes_kept on people;
create trigger people_changes_kept after update on people
  referencing old table as was new table as now_is
  for each statement execute function keep_changes('person_changes', 'person_id', 'id', 'role=', 'contact_no=',
    'contact_phone=contactNo', 'identity_issuer=', 'identity_subject=', 'valid_from=', 'created_at=', 'updated_at=',
    'erased_at=erased?', 'came_in_at=', 'created_by=');

-- What the trail knows of before.
update people set created_by = trail.person_id
from trail
where record_kind = 'person' and record_id = people.id and kind in ('student_added', 'teacher_added');
