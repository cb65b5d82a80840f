import { plainCsvLine, type moveIn } from '@campus/contract';
import { z } from 'zod';
import { text, type Transaction } from '../../db/db.ts';
import { fetchPages, termState } from '../../db/sql.ts';
import { describeAct } from '../../db/acts.ts';
import type { Handler } from '../../http/call.ts';
import { spooled, streamFrom } from '../../spool.ts';
import { zipped } from '../../zip.ts';
import { sourcedId, stays } from './export.queries.ts';
import { dayOf } from './kind.ts';
import { audience, isForEveryone } from './subjects.kind.ts';
import { outsideTermCell } from './student-and-subject.queries.ts';

/** A OneRoster column and its value as SQL; null: always blank. */
type Columns = readonly (readonly [name: string, holds: string | null])[];

interface File {
  readonly columns: Columns;
  readonly from: string;
}

/** Blank in a bulk export: it contains no deleted records, and the reader compares by itself. */
const stated: Columns = [
  ['status', null],
  ['dateLastModified', null],
];

/** The organisation to which departments and courses belong. */
const university = "'campus'";
const termId = sourcedId('terms', 'terms.id');
const subjectId = sourcedId('subjects', 'subjects.id');
/** Unlike in files of their own, no helper has the id of an enrolment. */
const helperId = `(select case when exists (select from foreign_ids where kind = 'enrolments' and foreign_id = own.id)
  then 'helper-' || own.id else own.id end
  from (values (${sourcedId('helpers', 'subject_teachers.id')})) as own (id))`;
const courseId = `'course-' || upper(subjects.code)`;
const userId = (of: string): string => `coalesce(${of}.univ_id, 'campus-people-' || ${of}.id)`;
const user = userId('people');
const usersFrom = `people where role in ('student', 'teacher') and ${stays('people')} order by people.id`;

/** The files, each after those it refers to, with the columns of the CSV binding of OneRoster 1.2. */
const files: Readonly<Record<string, File>> = {
  orgs: {
    columns: [
      ['sourcedId', 'org.id'],
      ...stated,
      ['name', 'org.name'],
      ['type', 'org.type'],
      ['identifier', 'org.code'],
      ['parentSourcedId', 'org.parent'],
    ],
    from: `(
      select 0 as place, ${university} as id, coalesce(institution_name, 'Campus') as name, 'school' as type,
        null as code, null as parent from campus_settings
      union all
      select 1, ${sourcedId('departments', 'departments.id')}, name, 'department', code, ${university}
      from departments where merged_into is null
    ) as org order by place, name`,
  },
  academicSessions: {
    columns: [
      ['sourcedId', termId],
      ...stated,
      ['title', 'terms.name'],
      ['type', "'term'"],
      ['startDate', dayOf('starts_on')],
      ['endDate', dayOf('ends_on')],
      ['parentSourcedId', null],
      ['schoolYear', `to_char(ends_on, 'YYYY')`],
      ['metadata.state', termState],
    ],
    from: 'terms where deleted_at is null order by starts_on',
  },
  courses: {
    columns: [
      ['sourcedId', courseId],
      ...stated,
      ['schoolYearSourcedId', null],
      ['title', 'subjects.name'],
      ['courseCode', 'subjects.code'],
      ['grades', null],
      ['orgSourcedId', university],
      ['subjects', null],
      ['subjectCodes', null],
    ],
    // A course is named as in its last term.
    from: `(
      select distinct on (upper(code)) subjects.* from subjects join terms on terms.id = term_id
      order by upper(code), starts_on desc
    ) as subjects order by upper(code)`,
  },
  classes: {
    columns: [
      ['sourcedId', subjectId],
      ...stated,
      ['title', 'subjects.name'],
      ['grades', null],
      ['courseSourcedId', courseId],
      ['classCode', 'subjects.code'],
      ['classType', "'scheduled'"],
      ['location', null],
      ['schoolSourcedId', university],
      ['termSourcedIds', termId],
      ['subjects', null],
      ['subjectCodes', null],
      ['periods', null],
      ['metadata.credits', 'subjects.credits'],
      ...audience.map(([field, column]) => [`metadata.${field}`, column] as const),
      ['metadata.everyone', isForEveryone],
    ],
    from: 'subjects join terms on terms.id = term_id order by starts_on, subjects.code',
  },
  users: {
    columns: [
      ['sourcedId', user],
      ...stated,
      ['enabledUser', 'active'],
      ['username', 'email'],
      ['userIds', null],
      // Campus stores a name as one text, but both parts are required: the last word is taken as the family name.
      ['givenName', `coalesce(substring(name from '^(.*[^ ]) +[^ ]+$'), name)`],
      ['familyName', `substring(name from '[^ ]+$')`],
      ['middleName', null],
      ['identifier', 'univ_id'],
      ['email', 'email'],
      ['sms', null],
      ['phone', 'contact_phone'],
      ['agentSourcedIds', null],
      ['grades', null],
      ['password', null],
      ['userMasterIdentifier', null],
      ['resourceSourcedIds', null],
      ['preferredGivenName', null],
      ['preferredMiddleName', null],
      ['preferredFamilyName', null],
      ['primaryOrgSourcedId', university],
      ['pronouns', null],
    ],
    from: usersFrom,
  },
  roles: {
    columns: [
      ['sourcedId', `'role-' || ${user}`],
      ...stated,
      ['userSourcedId', user],
      ['roleType', "'primary'"],
      ['role', 'role'],
      ['beginDate', null],
      ['endDate', null],
      ['orgSourcedId', university],
      ['userProfileSourcedId', null],
    ],
    from: usersFrom,
  },
  enrollments: {
    columns: [
      ['sourcedId', 'listed.id'],
      ...stated,
      ['classSourcedId', subjectId],
      ['schoolSourcedId', university],
      ['userSourcedId', user],
      ['role', 'listed.role'],
      ['primary', 'listed.is_primary'],
      ['beginDate', dayOf('listed.from_on')],
      ['endDate', dayOf('listed.to_on')],
      ['metadata.section', 'sections.name'],
      ['metadata.outsideTerm', outsideTermCell('listed.from_on', 'listed.to_on')],
      ['metadata.kind', 'listed.kind'],
      [
        'metadata.deactivated',
        `case when listed.kind is not null and not people.active then 'yes' end`,
      ],
      ['metadata.mayMark', 'listed.may_mark'],
      ['metadata.mayGrade', 'listed.may_grade'],
    ],
    from: `(
      select ${sourcedId('enrolments', 'enrolments.id')} as id, subject_id, student_id as person_id,
        'student' as role, null as is_primary, from_on, to_on, section_id, null as kind,
        null::boolean as may_mark, null::boolean as may_grade from enrolments
      union all
      select 'teacher-' || ${subjectId}, id, teacher_id, 'teacher', 'true', null, null, null, null, null, null from subjects
      union all
      select ${helperId}, subject_id, person_id, 'teacher', 'false', from_on, to_on,
        section_id, kind, case kind when 'assistant' then may_mark end, case kind when 'assistant' then may_grade end
      from subject_teachers join subjects on subjects.id = subject_id and teacher_id <> person_id
    ) as listed
    join subjects on subjects.id = listed.subject_id join terms on terms.id = subjects.term_id
    join people on people.id = listed.person_id and ${stays('people')}
    left join sections on sections.id = listed.section_id
    order by starts_on, subjects.code, listed.role, people.id`,
  },
};

/** All files of the binding; those not exported are declared absent. */
const known = [
  'academicSessions',
  'categories',
  'classes',
  'classResources',
  'courses',
  'courseResources',
  'demographics',
  'enrollments',
  'lineItemLearningObjectiveIds',
  'lineItems',
  'lineItemScoreScales',
  'orgs',
  'resources',
  'resultLearningObjectiveIds',
  'results',
  'resultScoreScales',
  'roles',
  'scoreScales',
  'userProfiles',
  'userResources',
  'users',
];

const manifest = [
  ['propertyName', 'value'],
  ['manifest.version', '1.0'],
  ['oneroster.version', '1.2'],
  ...known.map((name) => [`file.${name}`, name in files ? 'bulk' : 'absent']),
  ['source.systemName', 'Campus'],
  ['source.systemCode', 'campus'],
];

const cells = z.object({ cells: z.array(text.nullable()) });

/** Writes a file of the archive, a page of rows at a time. */
const written = async function* (
  tx: Transaction,
  { columns, from }: File,
  counted: (rows: number) => void,
): AsyncGenerator<Buffer> {
  yield Buffer.from(plainCsvLine(columns.map(([name]) => name)));
  const held = columns.map(([, holds]) => (holds === null ? 'null' : `(${holds})::text`));
  const pages = fetchPages(
    tx,
    cells,
    `select array[${held.join(', ')}]::text[] as cells from ${from}`,
  );
  for await (const page of pages) {
    counted(page.length);
    yield Buffer.from(page.map((row) => plainCsvLine(row.cells)).join(''));
  }
};

export const moveOutAsOneRoster: Handler<typeof moveIn.moveOutAsOneRoster> = async ({ campus }) => {
  const at = campus.now();
  return streamFrom(campus.db, async (tx) => {
    let count = 0;
    const counted = (rows: number): void => {
      count += rows;
    };
    const spool = await spooled(
      zipped([
        {
          path: 'manifest.csv',
          at,
          bytes: () =>
            Promise.resolve(Buffer.from(manifest.map((line) => plainCsvLine(line)).join(''))),
        },
        ...Object.entries(files).map(([name, file]) => ({
          path: `${name}.csv`,
          at,
          pieces: () => written(tx, file, counted),
        })),
      ]),
    );
    describeAct({ count });
    return spool;
  });
};
