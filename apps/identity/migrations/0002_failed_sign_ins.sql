-- Failed sign-ins of the running quarter of an hour, one row for an account at an address and one for the address.
-- Unlogged: it is written with every sign-in, and losing the counts in a crash of the database is no harm.
create unlogged table sign_in_failure (
  key text primary key,
  failures integer not null check (failures >= 0),
  ends_at timestamptz not null
);

-- For clearing away what has expired.
create index sign_in_failure_ends_at_idx on sign_in_failure (ends_at);
create index "session_expiresAt_idx" on session ("expiresAt");

-- One login of a kind for an account.
create unique index "account_providerId_accountId_idx" on account ("providerId", "accountId");
