-- When the person of a session last proved who they are: it ends a while after that, whatever it is used for.
alter table session add column "authenticatedAt" timestamptz default current_timestamp not null;
update session set "authenticatedAt" = "createdAt";
