/**
 * SQL: a student (`students`) is of the audience of a subject (`subjects`) when every part of it
 * that is not blank is theirs.
 */
export const audienceMatches = `
  (audience_course is null or lower(audience_course) = lower(students.course))
  and (audience_branch is null or lower(audience_branch) = lower(students.branch))
  and (audience_semester is null or audience_semester = students.semester)
  and (audience_year is null or audience_year = students.year)`;
