-- Whether the visitor has to prove who they are even if the provider knows them.
alter table university_sign_in add column again boolean not null default false;
