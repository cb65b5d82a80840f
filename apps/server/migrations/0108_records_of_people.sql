-- Whose records files move in, by the kinds of `foreign_ids` and `move_in_batches`.
create view records_of_people as
  select 'enrolments' as kind, id, student_id as person_id, subject_id, true as published from enrolments
  union all
  select 'opening-balances', id, student_id, subject_id, true from opening_balances
  union all
  select 'helpers', id, person_id, subject_id, true from subject_teachers
  union all
  select 'past-results', exam_results.id, student_id, subject_id, published_at is not null
  from exam_results join exams on exams.id = exam_id;

do $$
begin
  execute replace(pg_get_functiondef('erase_person(bigint)'::regprocedure),
    'select ''enrolments'', id from enrolments where student_id = erased
    union all select ''opening-balances'', id from opening_balances where student_id = erased
    union all select ''past-results'', id from exam_results where student_id = erased
    union all select ''helpers'', id from subject_teachers where person_id = erased);',
    'select kind, id from records_of_people where person_id = erased);');
end
$$;
