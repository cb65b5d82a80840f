-- A session ends 30 days after its person last proved who they are, however much it is used. The campus asks for
-- less, by role; this is the most it may allow.
create function end_session_in_time() returns trigger
language plpgsql as $$
begin
  new."expiresAt" := least(new."expiresAt", new."authenticatedAt" + interval '30 days');
  return new;
end
$$;
create trigger session_ends_in_time before insert or update on session
  for each row execute function end_session_in_time();
