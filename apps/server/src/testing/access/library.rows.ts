import { closed, counter, type FeatureRows, open } from './row.ts';

const catalogueFile = [{ name: 'books.csv', content: 'Title,Author\nEmma,Jane Austen\n' }];

/** Books, the student's loan and reservation, and a book that everybody may reserve. */
interface LibraryRecords {
  readonly book: string;
  readonly copyToLend: string;
  readonly copyToReturn: string;
  readonly wanted: string;
  readonly loan: string;
  readonly reservation: string;
  readonly borrower: string;
}

export const libraryRows: FeatureRows<LibraryRecords> = {
  prepare: async (campus, { student, newcomer }) => {
    const asAdmin = campus.as(await campus.make.admin());
    const { univ_id } = await campus.database
      .selectFrom('people')
      .where('id', '=', newcomer.id)
      .select('univ_id')
      .executeTakeFirstOrThrow();
    const borrower = univ_id ?? '';
    const add = async (): Promise<string> => {
      const book = { title: `Book ${counter()}`, author: 'Someone' };
      return (await asAdmin.post<{ id: string }>('/api/library/books', book)).body.id;
    };
    const lend = async (book: string): Promise<string> => {
      const loan = { item: `${book}-1`, univId: borrower };
      return (await asAdmin.post<{ id: string }>('/api/library/loans', loan)).body.id;
    };
    const [book, toLend] = [await add(), await add()];
    const [toReturn, wanted] = [await add(), await add()];
    const loan = await lend(toReturn);
    await lend(wanted);
    const reserved = await add();
    await lend(reserved);
    const path = `/api/library/books/${reserved}/reservations`;
    const { body: reservation } = await campus.as(student).post<{ id: string }>(path);
    return {
      book,
      copyToLend: `${toLend}-1`,
      copyToReturn: `${toReturn}-1`,
      wanted,
      loan,
      reservation: reservation.id,
      borrower,
    };
  },
  rows: [
    {
      id: 'catalogue.listBooks',
      admin: 200,
      teacher: open,
      student: open,
      request: () => ({ path: '/api/library/books?search=book' }),
    },
    {
      id: 'catalogue.createBook',
      admin: 201,
      teacher: closed,
      student: closed,
      request: () => ({ path: '/api/library/books', body: { title: 'Emma', author: 'Austen' } }),
    },
    {
      id: 'catalogue.changeBook',
      admin: 200,
      teacher: closed,
      student: closed,
      request: ({ book }) => ({ path: `/api/library/books/${book}`, body: { copies: 2 } }),
    },
    {
      id: 'catalogue.readBookHistory',
      admin: 200,
      teacher: closed,
      student: closed,
      request: ({ book }) => ({ path: `/api/library/books/${book}/history` }),
    },
    {
      id: 'catalogue.bookFile.store',
      admin: 200,
      teacher: closed,
      student: closed,
      request: () => ({ path: '/api/library/books/import', form: catalogueFile }),
    },
    {
      id: 'catalogue.bookFile.problems',
      admin: 200,
      teacher: closed,
      student: closed,
      request: () => ({ path: '/api/library/books/import/problems', form: catalogueFile }),
    },
    {
      id: 'catalogue.bookFile.differences',
      admin: 200,
      teacher: closed,
      student: closed,
      request: () => ({
        path: '/api/library/books/import/differences?part=changes',
        form: catalogueFile,
      }),
    },
    {
      id: 'catalogue.bookFile.template',
      admin: 200,
      teacher: closed,
      student: closed,
      request: () => ({ path: '/api/library/books/import/template' }),
    },
    {
      id: 'catalogue.exportBooks',
      admin: 200,
      teacher: closed,
      student: closed,
      request: () => ({ path: '/api/library/books/export' }),
    },
    {
      id: 'lending.findBorrower',
      admin: 200,
      teacher: closed,
      student: closed,
      request: ({ borrower }) => ({ path: `/api/library/borrowers?univId=${borrower}` }),
    },
    {
      id: 'lending.countLists',
      admin: 200,
      teacher: closed,
      student: closed,
      request: () => ({ path: '/api/library/counts' }),
    },
    {
      id: 'lending.lend',
      admin: 201,
      teacher: closed,
      student: closed,
      request: ({ copyToLend, borrower }) => ({
        path: '/api/library/loans',
        body: { item: copyToLend, univId: borrower },
      }),
    },
    {
      id: 'lending.takeBack',
      admin: 200,
      teacher: closed,
      student: closed,
      request: ({ copyToReturn }) => ({
        path: '/api/library/returns',
        body: { item: copyToReturn },
      }),
    },
    {
      id: 'lending.listLoans',
      admin: 200,
      teacher: closed,
      student: closed,
      request: () => ({ path: '/api/library/loans' }),
    },
    {
      id: 'lending.listReservations',
      admin: 200,
      teacher: closed,
      student: closed,
      request: () => ({ path: '/api/library/reservations' }),
    },
    {
      id: 'lending.renewLoan',
      // The administrator's call has returned the student's loan by then.
      admin: 404,
      teacher: [404, 403],
      student: [404, 403],
      request: ({ loan }) => ({ path: `/api/library/loans/${loan}/renew` }),
    },
    {
      id: 'lending.ownLibrary',
      admin: 403,
      teacher: open,
      student: open,
      request: () => ({ path: '/api/library/mine' }),
    },
    {
      id: 'lending.reserve',
      admin: 403,
      teacher: [201, 201],
      student: [201, 201],
      request: ({ wanted }) => ({ path: `/api/library/books/${wanted}/reservations` }),
    },
    {
      id: 'lending.cancelReservation',
      admin: 204,
      // The administrator's call has ended it by then.
      teacher: [404, 403],
      student: [404, 403],
      request: ({ reservation }) => ({ path: `/api/library/reservations/${reservation}` }),
    },
  ],
};
