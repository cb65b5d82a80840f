-- What the administrators want of passwords, null while they have said nothing: stored with its history in
-- one transaction, then handed to the identity service, which enforces it.
alter table campus_settings add column passwords jsonb check (jsonb_typeof(passwords) = 'object');
