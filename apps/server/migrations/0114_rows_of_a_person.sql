-- What is kept about a person, what students did, and what refers to a file that is removed: from an index, where an
-- export, the dry run of an erasure and the erasure itself read the whole table.
create index correction_requests_by_student on correction_requests (student_id);
create index exam_result_changes_by_student on exam_result_changes (student_id);
create index hand_in_marks_by_student on hand_in_marks (student_id);
create index hand_in_mark_changes_by_student on hand_in_mark_changes (student_id);
create index loan_events_by_done_by on loan_events (done_by);
create index person_changes_by_changed_by on person_changes (changed_by) where changed_by is not null;
create index profile_images_by_stored_by on profile_images (stored_by);
create index record_changes_of_teachers on record_changes (field) where field in ('emailId', 'helper');
create index hand_in_files_by_content on hand_in_files (content_id);
create index assignment_files_by_content on assignment_files (content_id);

-- In the place of those of open ones alone, which 0118 drops.
create index loans_by_person on loans (person_id);
create index reservations_by_person on reservations (person_id);
