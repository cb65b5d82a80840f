-- Whether teachers see date of birth and address of those students alone whom they teach.
alter table campus_settings add column need_to_know boolean not null default false;
