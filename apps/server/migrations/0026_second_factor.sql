-- Administrators need a second factor; whether teachers do, administrators decide.
alter table campus_settings add column teachers_need_factor boolean not null default false;

-- factor_reset: the second factor of the person's account was taken away.
alter table account_outbox
  drop constraint account_outbox_kind_check,
  add constraint account_outbox_kind_check check (kind in (
    'invitation', 'password_reset', 'email_change',
    'password_changed', 'email_changed', 'sign_in_warning', 'device_link', 'factor_reset'));
