import type pg from 'pg';

/** Blank cells and absent columns leave what is stored, so nothing but given values can differ. */
const compared = [
  ['name', 'people.name', 'student_import.name'],
  ['univId', 'people.univ_id', 'student_import.univ_id'],
  ['rollNo', 'students.roll_no', 'student_import.roll_no'],
  ['course', 'students.course', 'student_import.course'],
  ['branch', 'students.branch', 'student_import.branch'],
  ['semester', 'students.semester::text', 'student_import.semester::text'],
  ['year', 'students.year::text', 'student_import.year::text'],
  ['dob', `to_char(people.dob, 'YYYY-MM-DD')`, `to_char(student_import.dob, 'YYYY-MM-DD')`],
  ['gender', 'people.gender', 'student_import.gender'],
  ['contactNo', 'people.contact_phone', 'student_import.contact_phone'],
  ['address', 'people.address', 'student_import.address'],
  ['nationality', 'students.nationality', 'student_import.nationality'],
  ['bloodGroup', 'students.blood_group', 'student_import.blood_group'],
  ['parentName', 'students.parent_name', 'student_import.parent_name'],
  ['parentContactNo', 'students.parent_contact_phone', 'student_import.parent_contact_phone'],
  ['parentOccupation', 'students.parent_occupation', 'student_import.parent_occupation'],
] as const;

const comparisons = compared
  .map(
    ([field, before, after], place) =>
      `(${place}, '${field}', ${before} collate "C", ${after} collate "C")`,
  )
  .join(', ');

/** Fills `student_import_changes` with every difference between the file and who exists. */
export const findChanges = async (tx: pg.ClientBase): Promise<void> => {
  await tx.query(
    `insert into student_import_changes
     select row, place, student_import.email, field, before, after
     from student_import
     join people on people.email = student_import.email
     join students on students.person_id = people.id,
     lateral (values ${comparisons}) as compared (place, field, before, after)
     where after is not null and after is distinct from before`,
  );
};

/** Changes whoever differs; answers how many students that were. */
export const applyChanges = async (tx: pg.ClientBase): Promise<number> => {
  const given = `student_import
    where people.email = student_import.email
      and student_import.row in (select row from student_import_changes)`;
  await tx.query(
    `update students set
       roll_no = coalesce(student_import.roll_no, students.roll_no),
       course = coalesce(student_import.course, students.course),
       branch = coalesce(student_import.branch, students.branch),
       semester = coalesce(student_import.semester, students.semester),
       year = coalesce(student_import.year, students.year),
       nationality = coalesce(student_import.nationality, students.nationality),
       blood_group = coalesce(student_import.blood_group, students.blood_group),
       parent_name = coalesce(student_import.parent_name, students.parent_name),
       parent_contact_no = coalesce(student_import.parent_contact_no, students.parent_contact_no),
       parent_contact_phone =
         coalesce(student_import.parent_contact_phone, students.parent_contact_phone),
       parent_occupation = coalesce(student_import.parent_occupation, students.parent_occupation)
     from people, ${given} and students.person_id = people.id`,
  );
  const { rowCount } = await tx.query(
    `update people set
       name = coalesce(student_import.name, people.name),
       univ_id = coalesce(student_import.univ_id, people.univ_id),
       dob = coalesce(student_import.dob, people.dob),
       gender = coalesce(student_import.gender, people.gender),
       contact_no = coalesce(student_import.contact_no, people.contact_no),
       contact_phone = coalesce(student_import.contact_phone, people.contact_phone),
       address = coalesce(student_import.address, people.address),
       updated_at = now()
     from ${given}`,
  );
  return rowCount ?? 0;
};

/**
 * Lists in `new_students` whoever does not exist yet, in the order of the file, each with a person's
 * id and a university ID: the one of the file, or a generated one that nobody has. Answers how many.
 */
export const listNewStudents = async (tx: pg.ClientBase, year: number): Promise<number> => {
  const { rowCount } = await tx.query(
    `insert into new_students
     select row, nextval(pg_get_serial_sequence('people', 'id')),
       coalesce(univ_id, univ_id_of('student', $1, nextval('student_univ_ids'))), univ_id is null
     from (
       select row, univ_id from student_import
       where not exists (select from people where people.email = student_import.email)
       order by row
     ) as listed`,
    [year],
  );
  for (;;) {
    const { rowCount: taken } = await tx.query(
      `update new_students set univ_id = univ_id_of('student', $1, nextval('student_univ_ids'))
       where generated and univ_id in (
         select univ_id from people union all select univ_id from student_import)`,
      [year],
    );
    if (!taken) break;
  }
  await tx.query('analyze new_students; analyze student_import (row)');
  return rowCount ?? 0;
};

/**
 * Adds the people of `new_students`. The tables are analysed in between, because each foreign key is
 * checked row by row with a plan that, made while a table was small, reads all of it every time.
 * Where somebody else tends a table right now (autovacuum) they do that work.
 */
export const insertNewStudents = async (tx: pg.ClientBase): Promise<void> => {
  await tx.query(
    `insert into people
       (id, role, email, name, univ_id, dob, gender, contact_no, contact_phone, address)
     overriding system value
     select person_id, 'student', email, name, new_students.univ_id, dob, gender, contact_no,
       contact_phone, address
     from new_students join student_import using (row)
     order by person_id`,
  );
  await tx.query('analyze (skip_locked) people (id, role)');
  await tx.query(
    `insert into students
       (person_id, roll_no, course, branch, semester, year, nationality, blood_group,
        parent_name, parent_contact_no, parent_contact_phone, parent_occupation)
     select person_id, roll_no, course, branch, semester, year, nationality, blood_group,
       parent_name, parent_contact_no, parent_contact_phone, parent_occupation
     from new_students join student_import using (row)
     order by person_id`,
  );
  await tx.query('analyze (skip_locked) students (person_id)');
};
