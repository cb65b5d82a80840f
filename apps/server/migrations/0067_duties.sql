-- A part of what administrators do; null: all of it.
alter table people add column duty text,
  add constraint people_duty_check check (duty in ('registrar', 'exam_office', 'librarian', 'auditor')),
  add constraint people_duty_of_administrators check (duty is null or role = 'admin');
