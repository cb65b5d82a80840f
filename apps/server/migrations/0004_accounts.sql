-- What has to be done for people's accounts outside this database: at the identity service and by mail. A row is
-- written in the transaction of its cause; a worker does the work and writes down how it ended.
create table account_outbox (
  id bigint generated always as identity primary key,
  -- invitation: an account, and the mail whose link lets its owner choose a password.
  -- password_reset: somebody asks for a new password for `email`, which may be nobody's.
  -- email_change: the account follows the person to another e-mail address.
  kind text not null check (kind in ('invitation', 'password_reset', 'email_change')),
  person_id bigint references people (id) on delete cascade,
  email text check (email = lower(email)),
  created_at timestamptz not null default now(),
  attempts integer not null default 0 check (attempts >= 0),
  next_attempt_at timestamptz not null default now(),
  last_error text,
  finished_at timestamptz,
  -- not_needed: nobody to send to, or nothing to do any more. failed: given up; last_error says why.
  outcome text check (outcome in ('done', 'not_needed', 'failed')),
  check ((kind = 'password_reset') = (email is not null)),
  check ((kind = 'password_reset') = (person_id is null)),
  check ((finished_at is null) = (outcome is null))
);

-- Waiting work, in the order of the worker: invitations, which come by the thousand, after all else.
create index account_outbox_waiting on account_outbox ((kind = 'invitation'), next_attempt_at, id)
  where finished_at is null;
-- Asking again while the same work still waits adds nothing.
create unique index account_outbox_once on account_outbox (person_id, kind)
  where finished_at is null and person_id is not null;
create unique index account_outbox_reset_once on account_outbox (email)
  where finished_at is null and email is not null;
create index account_outbox_by_person on account_outbox (person_id, id) where person_id is not null;
create index account_outbox_by_email on account_outbox (email, created_at) where email is not null;

-- The link printed at the start while there is no administrator; each start replaces it. Only a digest is kept.
create table setup_link (
  only_one boolean primary key default true check (only_one),
  token_hash text not null,
  expires_at timestamptz not null
);

-- Mails of a demo campus without a mail server: kept to be read instead of sent.
create table kept_mails (
  id bigint generated always as identity primary key,
  message_id text not null unique,
  recipient text not null,
  subject text not null,
  body text not null,
  kept_at timestamptz not null default now()
);
