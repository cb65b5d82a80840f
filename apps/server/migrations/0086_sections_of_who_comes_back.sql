-- The section a student was in. Of a section that is gone since, it names nothing.
alter table withdrawn_enrolments add section_id bigint;
