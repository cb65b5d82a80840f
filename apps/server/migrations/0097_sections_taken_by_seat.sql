-- The seats of one student after another, until one has a mark: joined, all of a subject were read for each section and class.
create or replace view subject_parts as
select subjects.id as subject_id, sections.id as section_id, sections.name as section,
  case when sections.id is null
    then exists (select from class_sessions where subject_id = subjects.id and version > 0)
    else exists (select from enrolments where section_id = sections.id and (
      select seat from seats
      where seats.subject_id = enrolments.subject_id and seats.student_id = enrolments.student_id
    ) is not null)
  end as ever_taken
from subjects
left join sections on sections.subject_id = subjects.id
  and exists (select from enrolments where section_id = sections.id);

create or replace view taken_parts as
select session.subject_id, part.section_id, session.held_on
from class_sessions session
join subject_parts part on part.subject_id = session.subject_id
where session.version > 0 and (part.section_id is null or exists (
  select from enrolments
  where enrolments.section_id = part.section_id
    and from_on <= held_on and coalesce(to_on >= held_on, true)
    and session.present[(
      select seat from seats
      where seats.subject_id = session.subject_id and seats.student_id = enrolments.student_id
    )] is not null));
