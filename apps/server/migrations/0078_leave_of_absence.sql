-- Days on which a student is away: enrolments have no day among them.
alter table students
  add column away_from date,
  -- The last of them, where one is known.
  add column away_until date,
  add column away_reason text,
  add constraint students_come_back_after_leaving
    check (case when away_from is null then num_nonnulls(away_until, away_reason) = 0
      else away_until is null or away_until >= away_from end);

-- The days from a first to a last one that are none of a leave.
create function days_without_leave(first_on date, last_on date, away_from date, away_until date)
returns table (from_on date, to_on date) language sql immutable as $$
  select lower(days), upper(days) - 1 from unnest(
    datemultirange(daterange(first_on, last_on, '[]'))
    - case when away_from is null then '{}' else datemultirange(daterange(away_from, away_until, '[]')) end) as days
$$;

-- As before: reasons go, and the statistics of former years keep who graduated, repeated and was away.
do $$
declare
  body text := pg_get_functiondef('erase_person(bigint)'::regprocedure);
begin
  body := replace(body, 'update students set roll_no = null,',
    'update student_batches set action = action - ''reason'' || ''{"reason": "Erased"}''
  where action ? ''reason'' and id in (select batch_id from student_batch_students where student_id = erased);
  update students set away_reason = null, roll_no = null,');
  execute replace(body, '(''active'', ''withdrawnOn'',',
    '(''active'', ''withdrawnOn'', ''graduated'', ''repeats'', ''awayFrom'', ''awayUntil'',');
end
$$;
