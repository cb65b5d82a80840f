-- A class that is held in parts: each student of the subject is in one section or in none. Sections are of who comes
-- and who marks; marks stay those of the subject's class on a day.
create table sections (
  id bigint generated always as identity primary key,
  subject_id bigint not null references subjects,
  name text collate campus_natural not null check (name <> ''),
  constraint sections_of_subject unique (subject_id, id)
);
create unique index sections_once on sections (subject_id, lower(name));

alter table enrolments add section_id bigint,
  add constraint enrolments_section foreign key (subject_id, section_id) references sections (subject_id, id);
create index enrolments_section_id on enrolments (section_id) where section_id is not null;

-- Exams and assignments are of the whole subject.
alter table subject_teachers add section_id bigint,
  add constraint subject_teachers_section foreign key (subject_id, section_id) references sections (subject_id, id),
  add constraint subject_teachers_mark_sections check (section_id is null or not may_grade),
  drop constraint subject_teachers_once,
  add constraint subject_teachers_once unique nulls not distinct (subject_id, person_id, from_on, section_id);
create index subject_teachers_section_id on subject_teachers (section_id) where section_id is not null;
