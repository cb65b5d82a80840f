-- The storage of the campus is counted at the end of an erasure: every hand-in waits for whoever has counted it. `erase_person`
-- as before, except `file_tallies`.
create or replace function erase_person(erased bigint) returns void
  language plpgsql security definer set search_path = public, pg_temp as $function$
declare
  code text := upper(lpad(to_hex(erased), greatest(4, length(to_hex(erased))), '0'));
  pseudonymous_email text := 'erased-' || lower(code) || '@erased.invalid';
  emails text[];
  contents bigint[];
  assignments bigint[];
  freed bigint[];
  total bigint;
  held record;
begin
  perform from people where id = erased and not active and erased_at is null for update;
  if not found then
    raise exception 'only a person who is not active is erased, and once';
  end if;
  perform set_config('campus.erasing', 'on', true);
  perform erase_from_trail(erased);
  select array_agg(email) into emails from addresses_of(erased) as email;

  -- ID tokens outlive the account for minutes: until then they bind to nobody who is given the e-mail.
  insert into ended_sessions (session_id)
  select identity_issuer || ' ' || identity_subject from people where id = erased and identity_subject is not null
  on conflict do nothing;
  update people set name = 'Erased person ' || code, email = pseudonymous_email, univ_id = null, dob = null,
    gender = null, contact_no = null, contact_phone = null, address = null, identity_issuer = null,
    identity_subject = null, valid_from = now(), updated_at = now(), erased_at = now()
  where id = erased;
  update student_batches set action = action - 'reason' || '{"reason": "Erased"}'
  where action ? 'reason' and id in (select batch_id from student_batch_students where student_id = erased);
  update student_batch_students set before = before - 'awayReason'
  where student_id = erased and before ? 'awayReason';
  update students set away_reason = null, roll_no = null, nationality = null, blood_group = null, parent_name = null,
    parent_contact_no = null, parent_contact_phone = null, parent_occupation = null
  where person_id = erased;

  -- After the record, whose changes have just been kept.
  update person_changes set before = null, after = null
  where person_id = erased and field not in
    ('active', 'withdrawnOn', 'graduated', 'repeats', 'awayFrom', 'awayUntil', 'erased', 'course', 'branch', 'semester', 'year', 'department');
  update record_changes set
    before = case when split_part(before, ',', 1) = any (emails)
      then regexp_replace(before, '^[^,]*', pseudonymous_email) else before end,
    after = case when split_part(after, ',', 1) = any (emails)
      then regexp_replace(after, '^[^,]*', pseudonymous_email) else after end
  where field in ('emailId', 'helper')
    and (split_part(before, ',', 1) = any (emails) or split_part(after, ',', 1) = any (emails));

  delete from foreign_ids where (kind, record_id) in (
    select kind, id from records_of_people where person_id = erased);
  delete from profile_images where person_id = erased;
  delete from event_feeds where person_id = erased;
  delete from marking_phrases where person_id = erased;
  delete from class_infos where teacher_id = erased;
  delete from account_outbox where person_id = erased or email = any (emails);
  delete from kept_mails where recipient = any (emails);
  delete from correction_requests where student_id = erased;
  delete from withdrawn_enrolments where student_id = erased;

  select array_agg(assignment_id order by assignment_id), array_agg(bytes order by assignment_id), sum(bytes)
  into assignments, freed, total
  from (
    select assignment_id, sum(bytes)::bigint as bytes from (
      select assignment_id, octet_length(body) as bytes from hand_ins where student_id = erased
      union all
      select assignment_id, size from (
        select distinct assignment_id, content_id from hand_ins
        join hand_in_files on hand_in_id = hand_ins.id where student_id = erased
      ) as files join assignment_contents on assignment_contents.id = content_id
    ) as stored group by assignment_id
  ) as of_assignments;
  with gone as (
    delete from hand_in_files where hand_in_id in (select id from hand_ins where student_id = erased)
    returning content_id
  )
  select array_agg(content_id) into contents from gone;
  delete from assignment_contents where id = any (contents);
  update hand_ins set body = '' where student_id = erased;
  update hand_in_marks set comment = '' where student_id = erased;
  update hand_in_mark_changes set comment = '' where student_id = erased;
  update assignment_extensions set reason = '' where student_id = erased;

  for held in select subject_id, seat from seats where student_id = erased loop
    update class_sessions set remarks[held.seat] = null
    where subject_id = held.subject_id and remarks[held.seat] is not null;
    update class_submissions set remarks[held.seat] = null
    from class_sessions session
    where session.id = session_id and session.subject_id = held.subject_id
      and class_submissions.remarks[held.seat] is not null;
    update class_submissions set previous_remarks[held.seat] = null
    from class_sessions session
    where session.id = session_id and session.subject_id = held.subject_id
      and previous_remarks[held.seat] is not null;
  end loop;

  -- Last, and in the order of whoever hands something in: they wait for these rows.
  if total > 0 then
    perform from file_tallies
    where quota = 'person' and owner_id = erased or quota = 'assignment' and owner_id = any (assignments)
    order by quota desc, owner_id for no key update;
    update file_tallies set bytes = file_tallies.bytes - less.bytes
    from (
      select 'person' as quota, erased as owner_id, total as bytes
      union all select 'assignment', id, bytes from unnest(assignments, freed) as of_assignment (id, bytes)
    ) as less
    where (file_tallies.quota, file_tallies.owner_id) = (less.quota, less.owner_id);
    update file_tallies set bytes = bytes - total where quota = 'campus';
  end if;
  perform set_config('campus.erasing', '', true);
end $function$;
