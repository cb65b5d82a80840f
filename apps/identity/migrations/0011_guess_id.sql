-- By what the guesses on a device at an account are counted: device_hash changes whenever any account signs in on the
-- device. Not called `id`: 1.0 joins the table with "user", whose id it names without a table.
alter table known_device add column guess_id uuid not null default pg_catalog.gen_random_uuid();
