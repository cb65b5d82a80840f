-- What later acts on a student keep of a leave is forgotten as well, and a helper's e-mail, which stands first in the
-- history of the subject and in the trail.
do $$
declare
  body text := pg_get_functiondef('erase_person(bigint)'::regprocedure);
begin
  body := replace(body, 'update students set away_reason = null,',
    'update student_batch_students set before = before - ''awayReason''
  where student_id = erased and before ? ''awayReason'';
  update students set away_reason = null,');
  body := replace(body, 'where field = ''emailId'' and (before = any (emails) or after = any (emails));',
    'where field in (''emailId'', ''helper'')
    and (split_part(before, '','', 1) = any (emails) or split_part(after, '','', 1) = any (emails));');
  body := replace(body, 'case when before = any (emails) then pseudonymous_email else before end',
    'case when split_part(before, '','', 1) = any (emails)
      then regexp_replace(before, ''^[^,]*'', pseudonymous_email) else before end');
  body := replace(body, 'case when after = any (emails) then pseudonymous_email else after end',
    'case when split_part(after, '','', 1) = any (emails)
      then regexp_replace(after, ''^[^,]*'', pseudonymous_email) else after end');
  execute body;
  execute replace(pg_get_functiondef('erase_from_trail(bigint)'::regprocedure), '''subjects_handed_over'')',
    '''subjects_handed_over'', ''helper_added'', ''helper_removed'')');
end
$$;

-- The same for whom has been erased already: an e-mail that nobody has or had was theirs.
update student_batch_students set before = before - 'awayReason'
from people where people.id = student_id and erased_at is not null and before ? 'awayReason';

create temporary table known_emails on commit drop as
  select email from people
  union select unnest(array[before, after]) from person_changes where field = 'email';

select set_config('campus.erasing', 'on', true);
update record_changes set
  before = regexp_replace(before, '^[^,]*', 'erased@erased.invalid'),
  after = regexp_replace(after, '^[^,]*', 'erased@erased.invalid')
where field = 'helper' and not exists (
  select from known_emails where email = split_part(coalesce(before, after), ',', 1));
select set_config('campus.erasing', '', true);

update trail set details = null, details_salt = null,
  details_digest = sha256(convert_to(details_salt || trail_details(trail), 'UTF8'))
where kind in ('helper_added', 'helper_removed') and details_salt is not null and exists (
  select from jsonb_array_elements(details -> 'changes') as change
  where not exists (select from known_emails
    where email = split_part(coalesce(change ->> 'before', change ->> 'after'), ',', 1)));
