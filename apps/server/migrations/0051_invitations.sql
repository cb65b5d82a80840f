-- When a person first came in: has chosen a password, or signed in. Who has not is invited, now or later.
alter table people add column came_in_at timestamptz;

drop trigger people_changes_kept on people;
create trigger people_changes_kept after update on people
  referencing old table as was new table as now_is
  for each statement execute function keep_changes('person_changes', 'person_id', 'id', 'role=', 'contact_no=',
    'contact_phone=contactNo', 'identity_issuer=', 'identity_subject=', 'valid_from=', 'created_at=', 'updated_at=',
    'erased_at=erased?', 'came_in_at=');

-- What is known of before: a password that was chosen ends the tokens until then, and sign-ins are in the trail.
update people set came_in_at = greatest(valid_from, created_at)
where valid_from > '1970-01-01Z' or exists (
  select from trail where trail.person_id = people.id and trail.kind in ('signed_in', 'password_chosen'));

create index people_not_come_in on people (id) where came_in_at is null and active;

-- Until when the link of an invitation that was sent holds.
alter table account_outbox add column link_until timestamptz;

-- Active people who have not come in and whom no invitation waits for: never invited where `invited_until` is null, else
-- with a link that holds no longer.
create view people_to_invite as
select people.id as person_id, people.role, invitation.until as invited_until
from people cross join lateral (
  select max(coalesce(link_until, finished_at + interval '14 days')) as until, bool_or(finished_at is null) as waits
  from account_outbox
  where account_outbox.person_id = people.id and kind = 'invitation' and coalesce(outcome, 'done') = 'done'
) invitation
where people.active and people.came_in_at is null and invitation.waits is not true
  and coalesce(invitation.until <= now(), true);
