export { addCopies, insertBook } from './books.queries.ts';
export { openLoansOf, openReservationsOf } from './borrowers.queries.ts';
export { loansOfPerson } from './loans.queries.ts';
