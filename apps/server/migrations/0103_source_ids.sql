-- Undoing a file also forgets the Source IDs it gave to records that were there before.
alter table foreign_ids add column batch_id bigint references move_in_batches (id);

-- By the ids of their records another system may still know who was erased.
do $$
declare
  records text := 'delete from foreign_ids where (kind, record_id) in (
    select ''enrolments'', id from enrolments where student_id = erased
    union all select ''opening-balances'', id from opening_balances where student_id = erased
    union all select ''past-results'', id from exam_results where student_id = erased
    union all select ''helpers'', id from subject_teachers where person_id = erased);';
  beside text := 'delete from profile_images where person_id = erased;';
begin
  execute replace(pg_get_functiondef('erase_person(bigint)'::regprocedure), beside,
    records || E'\n  ' || beside);
end
$$;

delete from foreign_ids where (kind, record_id) in (
  select 'enrolments', enrolments.id from enrolments join people on people.id = student_id and erased_at is not null
  union all
  select 'opening-balances', balance.id from opening_balances as balance
  join people on people.id = student_id and erased_at is not null
  union all
  select 'past-results', exam_results.id from exam_results join people on people.id = student_id and erased_at is not null
  union all
  select 'helpers', subject_teachers.id from subject_teachers
  join people on people.id = person_id and erased_at is not null
);
