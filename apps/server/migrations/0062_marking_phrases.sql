-- What a person who marks often writes: at most three, in their order.
create table marking_phrases (
  person_id bigint primary key references people (id),
  phrases text[] not null check (cardinality(phrases) between 1 and 3)
);

-- As before, with phrases and the reasons of extensions.
create or replace function erase_person(erased bigint) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  code text := upper(lpad(to_hex(erased), greatest(4, length(to_hex(erased))), '0'));
  pseudonymous_email text := 'erased-' || lower(code) || '@erased.invalid';
  emails text[];
  contents bigint[];
  freed record;
  held record;
begin
  perform from people where id = erased and not active and erased_at is null for update;
  if not found then
    raise exception 'only a person who is not active is erased, and once';
  end if;
  perform set_config('campus.erasing', 'on', true);
  perform erase_from_trail(erased);
  select array_agg(email) into emails from (
    select email from people where id = erased
    union select unnest(array[before, after]) from person_changes where person_id = erased and field = 'email'
  ) as had where email is not null;

  -- ID tokens outlive the account for minutes: until then they bind to nobody who is given the e-mail.
  insert into ended_sessions (session_id)
  select identity_issuer || ' ' || identity_subject from people where id = erased and identity_subject is not null
  on conflict do nothing;
  update people set name = 'Erased person ' || code, email = pseudonymous_email, univ_id = null, dob = null,
    gender = null, contact_no = null, contact_phone = null, address = null, identity_issuer = null,
    identity_subject = null, valid_from = now(), updated_at = now(), erased_at = now()
  where id = erased;
  update students set roll_no = null, nationality = null, blood_group = null, parent_name = null,
    parent_contact_no = null, parent_contact_phone = null, parent_occupation = null
  where person_id = erased;

  -- After the record, whose changes have just been kept.
  update person_changes set before = null, after = null
  where person_id = erased and field not in
    ('active', 'withdrawnOn', 'erased', 'course', 'branch', 'semester', 'year', 'department');
  update record_changes set
    before = case when before = any (emails) then pseudonymous_email else before end,
    after = case when after = any (emails) then pseudonymous_email else after end
  where field = 'emailId' and (before = any (emails) or after = any (emails));

  delete from profile_images where person_id = erased;
  delete from event_feeds where person_id = erased;
  delete from marking_phrases where person_id = erased;
  delete from class_infos where teacher_id = erased;
  delete from account_outbox where person_id = erased or email = any (emails);
  delete from kept_mails where recipient = any (emails);
  delete from correction_requests where student_id = erased;
  delete from withdrawn_enrolments where student_id = erased;

  for freed in
    select assignment_id, sum(bytes) as bytes from (
      select assignment_id, octet_length(body) as bytes from hand_ins where student_id = erased
      union all
      select assignment_id, size from (
        select distinct assignment_id, content_id from hand_ins
        join hand_in_files on hand_in_id = hand_ins.id where student_id = erased
      ) as files join assignment_contents on assignment_contents.id = content_id
    ) as stored group by assignment_id order by assignment_id
  loop
    update file_tallies set bytes = bytes - freed.bytes
    where (quota, owner_id) in (('person', erased), ('assignment', freed.assignment_id), ('campus', 0));
  end loop;
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
  perform set_config('campus.erasing', '', true);
end $$;
