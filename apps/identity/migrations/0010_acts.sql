-- What people did with their accounts, each written by the statement that did it. The campus takes the rows away, into
-- its trail. Without a reference to the account, which may be gone by then.
create table act (
  id bigint generated always as identity primary key,
  at timestamptz not null default clock_timestamp(),
  kind text not null,
  "userId" uuid,
  -- In lower case; of a failed sign-in also one that has no account.
  email text not null,
  request_id text not null,
  address text not null,
  browser text not null
);

-- Tells of an act, if there is one, as part of the statement that does it: with an account, or with the e-mail that was
-- entered.
create function tell(account uuid, act jsonb, entered text default null) returns void language sql as $$
  insert into act (kind, "userId", email, request_id, address, browser)
  select act->>'kind', account, coalesce(entered, (select email from "user" where id = account)),
    act->>'requestId', act->>'address', act->>'browser'
  where act is not null
$$;

-- The act that the opening of a session is: told with it, and not kept in it.
alter table session add column act text;

create function session_tells() returns trigger language plpgsql as $$
begin
  -- better-auth opens one for a password also where a code is asked for next, and ends it at once.
  perform tell(id, new.act::jsonb) from "user"
  where id = new."userId" and (new.amr like '%mfa%' or "twoFactorEnabled" is not true);
  new.act := null;
  return new;
end $$;
create trigger session_tells before insert on session for each row execute function session_tells();
