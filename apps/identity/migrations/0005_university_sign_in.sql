-- Sign-ins that were begun at the university's OpenID Connect provider and have not come back: what each needs to be
-- finished, once and in the browser that began it. Only digests of what the browser holds. Unlogged: they live for
-- minutes, and losing them in a crash of the database makes people press the button again.
create unlogged table university_sign_in (
  state_hash text primary key,
  browser_hash text not null,
  nonce text not null,
  verifier text not null,
  next text not null,
  expires_at timestamptz not null
);

-- For clearing away what has expired.
create index university_sign_in_expires_at_idx on university_sign_in (expires_at);

-- A provider opens an account by one subject; whoever brings another does not get in.
create unique index "account_providerId_userId_idx" on account ("providerId", "userId");
