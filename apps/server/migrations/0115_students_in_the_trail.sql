-- The details of subjects name whoever teaches them: for a student, whom they never name, they are not read.
create or replace function erase_from_trail(person bigint) returns bigint
-- Planned for the kinds that are read: of a student none.
language plpgsql set plan_cache_mode = force_custom_plan as $$
declare
  kinds text[] := array['subject_created', 'subject_changed', 'subjects_handed_over', 'helper_added', 'helper_removed'];
  entries bigint;
begin
  if exists (select from people where id = person and role = 'student') then kinds := '{}'; end if;
  with addresses as (
    select email from addresses_of(person) as email
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
      select id as entry_id, origin_salt is not null and (person_id is not distinct from person
          or kind = 'sign_in_failed' and record_kind = 'person' and record_id = person) as mine,
        details is not null and (record_kind = 'person' and record_id = person or exists (
          select from jsonb_array_elements(details -> 'changes') as change
          join addresses on email in
            (split_part(change ->> 'before', ',', 1), split_part(change ->> 'after', ',', 1)))) as theirs
      from trail
      where person_id = person or (record_kind = 'person' and record_id = person) or kind = any (kinds)
    ) which
    where id = entry_id and (mine or theirs)
    returning 1
  )
  select count(*) into entries from erased;
  return entries;
end
$$;
