-- When a person's data was erased. What has to stay (marks, results, who did what) stands under a pseudonym since.
alter table people add column erased_at timestamptz,
  add constraint people_erased_are_inactive check (erased_at is null or not active);

drop trigger people_changes_kept on people;
create trigger people_changes_kept after update on people
  referencing old table as was new table as now_is
  for each statement execute function keep_changes('person_changes', 'person_id', 'id', 'role=', 'contact_no=',
    'contact_phone=contactNo', 'identity_issuer=', 'identity_subject=', 'valid_from=', 'created_at=', 'updated_at=',
    'erased_at=erased?');

-- For how long what is kept: numbers of months and years by kind; what is not named stays.
alter table campus_settings add column retention jsonb not null default '{}'
  check (jsonb_typeof(retention) = 'object');

-- Whether erase_person is at work: the setting alone opens nothing, as only the owner of the tables is let through.
create function erasing() returns boolean language sql stable
return coalesce(current_setting('campus.erasing', true), '') = 'on'
  and current_user = (select pg_get_userbyid(relowner) from pg_class where oid = 'people'::regclass);

create or replace function refuse_change() returns trigger language plpgsql as $$
begin
  if tg_op <> 'TRUNCATE' and erasing() then return null; end if;
  raise exception '% is append-only', tg_table_name;
end $$;

-- Remarks about somebody who is erased go without a word in the history, which loses them as well.
drop trigger class_sessions_kept_when_changed on class_sessions;
create trigger class_sessions_kept_when_changed after update on class_sessions for each row
  when (old.present is distinct from new.present
    or (old.remarks is distinct from new.remarks and not erasing()))
  execute function keep_marks();

-- As before, and by every e-mail that the person had. Their e-mail stands in the details of subjects alone.
create or replace function erase_from_trail(person bigint) returns bigint
language sql security definer set search_path = public, pg_temp as $$
  with addresses as (
    select email from people where id = person
    union select unnest(array[before, after]) from person_changes where person_id = person and field = 'email'
  ),
  erased as (
    update trail set
      address = case when mine then null else address end,
      browser = case when mine then null else browser end,
      origin_digest = case when mine
        then sha256(convert_to(origin_salt || trail_origin(trail), 'UTF8')) else origin_digest end,
      origin_salt = case when mine then null else origin_salt end,
      details = case when theirs then null else details end,
      details_digest = case when theirs
        then sha256(convert_to(details_salt || trail_details(trail), 'UTF8')) else details_digest end,
      details_salt = case when theirs then null else details_salt end
    from (
      select id as entry_id, person_id is not distinct from person and origin_salt is not null as mine,
        details is not null and (record_kind = 'person' and record_id = person or exists (
          select from addresses where position(email in details::text) > 0)) as theirs
      from trail
      where person_id = person or (record_kind = 'person' and record_id = person)
        or kind in ('subject_created', 'subject_changed', 'subjects_handed_over')
    ) which
    where id = entry_id and (mine or theirs)
    returning 1
  )
  select count(*) from erased
$$;

create index trail_with_origin on trail (at) where origin_salt is not null;

-- From where acts came that are older than a moment: at most so many, the oldest first; the acts and the chain stay.
create function forget_trail_origins(older_than timestamptz, most integer) returns bigint
language sql security definer set search_path = public, pg_temp as $$
  with forgotten as (
    update trail set address = null, browser = null, origin_salt = null,
      origin_digest = sha256(convert_to(origin_salt || trail_origin(trail), 'UTF8'))
    where id in (
      select id from trail where at < older_than and origin_salt is not null
      order by at limit most for update skip locked)
    returning 1
  )
  select count(*) from forgotten
$$;

-- Takes what tells who somebody is out of their record, out of every history, and out of what they left: under a
-- pseudonym stay the acts, marks, results, loans and counts. There is no way back. Refused while the person is active.
-- The only way by which a history ever changes; what it takes away is described in features/privacy/person-data.ts.
create function erase_person(erased bigint) returns void
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
