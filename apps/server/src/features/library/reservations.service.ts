import { type DeskReservation, lending, lendingRules, type OwnReservation } from '@campus/contract';
import { describeAct } from '../../db/acts.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Handler } from '../../http/call.ts';
import { exportedList } from '../../http/export-list.ts';
import { conflict, found, notFound } from '../../campus-error.ts';
import { readCountedPage } from '../../http/pages.ts';
import { lockBorrower, openReservationsOf } from './borrowers.queries.ts';
import { ownLoans } from './lending.service.ts';
import { requireOwnPersonUnlessAdmin } from './library.policy.ts';
import * as queries from './reservations.queries.ts';
import { endReservations } from './shelf.queries.ts';
import { endStaleHolds, lockBookWithQueue, advanceQueue } from './shelf.service.ts';

const noSuchReservation = () => notFound('There is no such reservation, or it has ended.');

/** Removes the person from a reservation. */
const ownOf = (reservation: DeskReservation): OwnReservation =>
  lending.ownReservation.parse(reservation);

export const ownLibrary: Handler<typeof lending.ownLibrary> = async ({ campus, actor }) => {
  await endStaleHolds(campus);
  const reservations = await queries.reservationsOfPerson(campus.db, actor.id);
  return {
    loans: await ownLoans(campus, actor.id),
    reservations: reservations.map(ownOf),
    maxLoans: lendingRules.maxLoans[actor.role === 'teacher' ? 'teacher' : 'student'],
  };
};

export const listReservations: Handler<typeof lending.listReservations> = async (call) => {
  const { campus, query } = call;
  await endStaleHolds(campus);
  return readCountedPage(query, (page) => queries.listReservations(campus.db, page));
};

const duplicates = { reservations_once_per_person: 'You have reserved this book already.' };

export const reserve: Handler<typeof lending.reserve> = async ({ campus, actor, params }) => {
  const today = campus.today();
  const id = await inTransaction(campus.db, duplicates, async (tx) => {
    const { book, copies, free, queue } = await lockBookWithQueue(tx, params.bookId, today);
    await lockBorrower(tx, actor.id);
    if (book.retiredBy !== null) throw conflict('This book is no longer in the library.');
    if (copies.some(({ borrowerId }) => borrowerId === actor.id))
      throw conflict('You have a copy of this book already.');
    if (free.length > 0 && !queue.some(({ personId }) => personId === actor.id))
      throw conflict('A copy of this book is free: you can borrow it at the library’s desk.');
    const most = lendingRules.maxReservations;
    if ((await openReservationsOf(tx, actor.id, today)) >= most)
      throw conflict(`You are waiting for ${most} books already, and that is the most.`);
    return queries.insertReservation(tx, params.bookId, actor.id);
  });
  return ownOf(found(await queries.reservationById(campus.db, id), noSuchReservation));
};

/** A copy that was held for them goes to the next in the queue. */
export const cancelReservation: Handler<typeof lending.cancelReservation> = async (call) => {
  const { campus, actor } = call;
  const id = call.params.reservationId;
  const today = campus.today();
  await inTransaction(campus.db, async (tx) => {
    const reservation = found(await queries.reservationById(tx, id), noSuchReservation);
    requireOwnPersonUnlessAdmin(actor, reservation.personId);
    describeAct({ recordId: reservation.bookId });
    const { book, queue } = await lockBookWithQueue(tx, reservation.bookId, today);
    if (!queue.some((one) => one.id === id)) throw noSuchReservation();
    await endReservations(tx, [id], 'cancelled');
    await advanceQueue(tx, book, today);
  });
};

export const exportReservations = exportedList<typeof lending.listReservations>(listReservations, [
  ['Title', 'text', (row) => row.title],
  ['Author', 'text', (row) => row.author],
  ['Reader', 'text', (row) => row.personName],
  ['University ID', 'text', (row) => row.univId],
  ['Email', 'text', (row) => row.email],
  ['Contact Number', 'text', (row) => row.contactNo],
  ['Made (UTC)', 'instant', (row) => row.madeAt],
  ['Place in the queue', 'number', (row) => row.position],
  ['Copy', 'text', (row) => row.copyCode],
  ['Held until', 'day', (row) => row.heldUntil],
]);
