import { calendar } from '@campus/contract';
import { notFound } from '../../campus-error.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Handler } from '../../http/call.ts';
import { contentOf, insertCalendar, newestCalendar } from './calendar.queries.ts';
import { infoOf, pdfToSend, receivePdf } from './pdf-file.ts';

export const readCalendar: Handler<typeof calendar.readCalendar> = async ({ campus, reply }) => {
  const newest = await newestCalendar(campus.db);
  if (!newest) throw notFound('There is no academic calendar yet.');
  // In any script: a header itself takes Latin letters alone.
  reply.header('x-calendar-title', encodeURIComponent(newest.title));
  return pdfToSend(newest, () => contentOf(campus.db, 'calendars', newest.id));
};

export const readInfo: Handler<typeof calendar.readInfo> = async ({ campus }) => {
  const newest = await newestCalendar(campus.db);
  return newest ? { ...infoOf(newest), title: newest.title } : null;
};

export const uploadCalendar: Handler<typeof calendar.uploadCalendar> = async (call) => {
  const { campus, actor, request } = call;
  const { file, texts } = await receivePdf(request, calendar.uploadCalendar.upload);
  const { title } = texts;
  const stored = await inTransaction(campus.db, (tx) =>
    insertCalendar(tx, { ...file, title, uploaded_by: actor.id }),
  );
  return { ...infoOf(stored), title };
};
