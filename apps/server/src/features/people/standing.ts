import { facultyStanding, type IsoDate, studentStanding } from '@campus/contract';
import { sql } from 'kysely';
import type { Cell } from '../../csv/import.queries.ts';
import { stagedColumns, type StoredColumn } from '../../db/stored-fields.ts';
import { type Kind, kinds } from './people.columns.ts';

/** SQL by field, or by column. */
type Sql = Readonly<Record<string, string>>;

/** How what files say of people beyond their fields is read and stored. */
interface Standing {
  readonly columns: readonly StoredColumn[];
  /** The cells of a stored person. */
  readonly cells: (today: IsoDate) => Sql;
  /** Whether a new person is active, and other values of their table, from a row of `import_rows`. */
  readonly active: (today: IsoDate) => string;
  readonly stored: Sql;
  /** What is wrong with the row of a new person: the cell, the condition and why. */
  readonly wrong: readonly (readonly [cell: Cell, condition: string, reason: string])[];
  /** What changes a field of a person who exists, as the end of a sentence. */
  readonly acts: Sql;
}

const day = (column: string): string => `to_char(${column}, 'YYYY-MM-DD')`;
const leaving = 'use “Withdraw”, “Graduate”, “Readmit” or the account, in Student Records';
const leave = 'use “Leave of absence” or “Return from leave” in Student Records';

export const standings: Readonly<Record<Kind, Standing>> = {
  students: {
    columns: stagedColumns(studentStanding),
    cells: (today) => ({
      // Whoever was deactivated before a planned last day may not sign in elsewhere either.
      status: `case
        when not people.active and coalesce(students.withdrawn_on > date '${today}', true) then 'Deactivated'
        when students.graduated then 'Graduated'
        when students.withdrawn_on is not null then 'Withdrawn' else 'Active' end`,
      lastDay: day('students.withdrawn_on'),
      awayFrom: day('students.away_from'),
      awayUntil: day('students.away_until'),
      awayReason: 'students.away_reason',
      repeats: `case when students.repeats then 'Yes' else 'No' end`,
    }),
    active: (today) =>
      `status is distinct from 'Deactivated' and coalesce(last_day > date '${today}', true)`,
    stored: {
      withdrawn_on: 'last_day',
      graduated: `status is not distinct from 'Graduated'`,
      away_from: 'away_from',
      away_until: 'away_until',
      away_reason: 'away_reason',
      repeats: `repeats is not distinct from 'Yes'`,
    },
    wrong: [
      [
        ['status', 'status'],
        `status in ('Withdrawn', 'Graduated') and last_day is null`,
        'Whoever is Withdrawn or Graduated needs a Last Day, past or planned',
      ],
      [
        ['lastDay', 'last_day'],
        `last_day is not null and coalesce(status, 'Active') = 'Active'`,
        'Whoever has a Last Day needs the Status Withdrawn or Graduated',
      ],
      [
        ['awayFrom', 'away_from'],
        'away_from is null and num_nonnulls(away_until, away_reason) > 0',
        'A leave needs its first day',
      ],
      [
        ['awayUntil', 'away_until'],
        'away_until < away_from',
        'The last day away is before the first',
      ],
      [
        ['awayReason', 'away_reason'],
        'away_from is not null and away_reason is null',
        'A leave needs a reason',
      ],
    ],
    acts: {
      status: leaving,
      lastDay: leaving,
      awayFrom: leave,
      awayUntil: leave,
      awayReason: leave,
      repeats: 'use “Repeat the semester” in Student Records, or undo it there',
    },
  },
  faculty: {
    columns: stagedColumns(facultyStanding),
    cells: () => ({ status: `case when people.active then 'Active' else 'Deactivated' end` }),
    active: () => `status is distinct from 'Deactivated'`,
    stored: {},
    wrong: [],
    acts: { status: 'deactivate or reactivate the account on the teacher’s page' },
  },
};

/** The selection for a file: the columns of the template, then those beyond it. */
export const selectedForFile = (kind: Kind, today: IsoDate) => [
  ...kinds[kind].columns
    .filter(({ shown }) => shown)
    .map(({ table, name, field }) => sql.ref<string | number | null>(`${table}.${name}`).as(field)),
  ...Object.entries(standings[kind].cells(today)).map(([field, cell]) =>
    sql.raw<string | number | null>(cell).as(field),
  ),
];
