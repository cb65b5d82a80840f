-- Mails that tell the owner of an account what happened to it:
-- password_changed: another password opens the account.
-- email_changed: the person has another address; a row for the address left, and one for the new one.
-- sign_in_warning: people keep failing to sign in. device_link: a link that admits the owner's device.
alter table account_outbox
  drop constraint account_outbox_kind_check,
  drop constraint account_outbox_check,
  drop constraint account_outbox_check1;
alter table account_outbox
  add constraint account_outbox_kind_check check (kind in (
    'invitation', 'password_reset', 'email_change',
    'password_changed', 'email_changed', 'sign_in_warning', 'device_link')),
  add constraint account_outbox_whose_check check (case
    when kind = 'password_reset' then person_id is null and email is not null
    when kind = 'email_changed' then person_id is not null and email is not null
    when kind in ('sign_in_warning', 'device_link') then num_nonnulls(person_id, email) > 0
    else person_id is not null and email is null
  end);

-- One rule for all kinds: the same work is not written down twice while it waits.
drop index account_outbox_once;
drop index account_outbox_reset_once;
create unique index account_outbox_once on account_outbox (kind, person_id, email)
  nulls not distinct where finished_at is null;
