import { readFileSync } from 'node:fs';
import { addDays, lendingRules } from '@campus/contract';
import { parse } from 'csv-parse/sync';
import { addCopies, insertBook } from '../features/library/index.ts';
import { demoAccounts, type DemoCampus } from './generate.ts';
import type { Loading } from './load.ts';
import { createRandom } from './random.ts';

interface DemoBook {
  readonly title: string;
  readonly author: string;
  readonly isbn: string;
  readonly copies: number;
  readonly shelf: string;
  readonly year: number;
}

/** Well-known books on the demo's subjects, in a file like those libraries upload; the numbers are invented. */
export const demoBooks: readonly DemoBook[] = parse(
  readFileSync(new URL('library-books.csv', import.meta.url)),
  {
    columns: (names: string[]) => names.map((name) => name.toLowerCase()),
    cast: (cell, { column }) => (column === 'copies' || column === 'year' ? Number(cell) : cell),
  },
);

interface DemoLoan {
  readonly title: string;
  readonly email: string;
  /** Days relative to the day of loading. */
  readonly lent: number;
  /** Null while on loan. */
  readonly returned: number | null;
}

/** Loans of the people on the sign-in page: one due soon, one overdue; they also wait for a book. */
const loansOfTheirs: readonly DemoLoan[] = [
  { title: 'Introduction to Algorithms', email: demoAccounts.student, lent: -12, returned: null },
  { title: 'Pride and Prejudice', email: demoAccounts.student, lent: -17, returned: null },
  { title: 'A Brief History of Time', email: demoAccounts.student, lent: -60, returned: -48 },
  { title: 'Database System Concepts', email: demoAccounts.teacher, lent: -5, returned: null },
];
const waitedFor = 'Operating System Concepts';

export const generateLibrary = (demo: DemoCampus) => {
  const random = createRandom(20_261_120);
  const readers = demo.students
    .map(({ email }) => email)
    .filter((email) => email !== demoAccounts.student);
  const free = demoBooks.filter(
    ({ title }) => title !== waitedFor && !loansOfTheirs.some((loan) => loan.title === title),
  );
  // Every reader has at most one book, and no book is lent twice here.
  const others = readers.slice(0, 30).map((email, index): DemoLoan => {
    const lent = -random.whole(1, 17);
    const title = free[index * 3]?.title ?? waitedFor;
    return { title, email, lent, returned: index % 4 === 3 ? Math.min(0, lent + 9) : null };
  });
  const holder = readers[40] ?? '';
  const loans = [
    ...loansOfTheirs,
    ...others,
    { title: waitedFor, email: holder, lent: -6, returned: null },
  ];
  const reservations = [
    { title: waitedFor, email: readers[41] ?? '' },
    { title: waitedFor, email: demoAccounts.student },
  ];
  return { books: demoBooks, loans, reservations };
};

/** Stores the books with their copies, the loans with their history, and the reservations. */
export const insertLibrary = async ({ tx, campus, demo, idOf }: Loading): Promise<void> => {
  const today = campus.today();
  const { books, loans, reservations } = generateLibrary(demo);
  for (const { copies, ...book } of books)
    await addCopies(tx, await insertBook(tx, book, idOf(demoAccounts.admin)), copies);
  await tx.query('update books set created_at = $1', [addDays(today, -400)]);
  const days = loans.map((loan) => ({
    ...loan,
    lentOn: addDays(today, loan.lent),
    dueOn: addDays(today, loan.lent + lendingRules.loanDays),
    returnedOn: loan.returned === null ? null : addDays(today, loan.returned),
  }));
  await tx.query(
    `with given as (
       select copy.id as copy_id, reader.id as person_id, "lentOn", "dueOn", "returnedOn",
         desk.id as desk_id
       from jsonb_to_recordset($1) as loan (title text, email text, "lentOn" date, "dueOn" date,
         "returnedOn" date)
       join books on books.title = loan.title
       join book_copies copy on copy.book_id = books.id and copy.number = 1
       join people reader on reader.email = loan.email
       join people desk on desk.email = $2
     ),
     added as (
       insert into loans (copy_id, person_id, lent_on, due_on, lent_by, returned_on, returned_to)
       select copy_id, person_id, "lentOn", "dueOn", desk_id, "returnedOn",
         case when "returnedOn" is not null then desk_id end
       from given order by "lentOn"
       returning id, lent_on, due_on, returned_on, lent_by
     )
     insert into loan_events (loan_id, kind, due_on, done_by, done_at)
     select id, kind, due_on, lent_by, done_on + time '10:00' at time zone 'UTC' from (
       select id, 'lent' as kind, due_on, lent_by, lent_on as done_on from added
       union all
       select id, 'returned', due_on, lent_by, returned_on from added where returned_on is not null
     ) as events order by done_on`,
    [JSON.stringify(days), demo.admin.email],
  );
  await tx.query(
    `insert into reservations (book_id, person_id, made_at)
     select books.id, people.id, $2::date - 2 + time '11:00' at time zone 'UTC'
     from rows from (jsonb_to_recordset($1) as (title text, email text)) with ordinality as wish (title, email, place)
     join books on books.title = wish.title
     join people on people.email = wish.email
     order by place`,
    [JSON.stringify(reservations), today],
  );
};
