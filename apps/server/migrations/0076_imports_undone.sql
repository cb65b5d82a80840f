-- An import of people is a batch that can be undone, of teachers too.
alter table student_batch_students
  drop constraint student_batch_students_student_id_fkey,
  add constraint student_batch_students_student_id_fkey
    foreign key (student_id) references people on delete cascade;

-- When the import was undone that had added a person. The row stays, for the trail and the histories, without what is
-- unique; it is in no list.
alter table people add column removed_at timestamptz,
  add constraint people_removed_are_inactive check (removed_at is null or not active);

drop trigger people_changes_kept on people;
create trigger people_changes_kept after update on people
  referencing old table as was new table as now_is
  for each statement execute function keep_changes('person_changes', 'person_id', 'id', 'role=', 'contact_no=',
    'contact_phone=contactNo', 'identity_issuer=', 'identity_subject=', 'valid_from=', 'created_at=', 'updated_at=',
    'erased_at=erased?', 'came_in_at=', 'created_by=', 'removed_at=removed?');
