-- The next deadlines and exams of all subjects, for an administrator’s first page: in this order, up to a limit.
create index assignments_by_deadline on assignments (due_at, id) where deleted_at is null;
create index exams_by_date on exams (held_on, id) where deleted_at is null;
