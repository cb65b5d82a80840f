import { hash } from 'node:crypto';
import { calendar, classInfo, pdfType, type TextsOf, type Upload } from '@campus/contract';
import type { FastifyRequest } from 'fastify';
import { CampusError, forbidden, notFound } from '../../campus-error.ts';
import { rowWith } from '../../db/sql.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Call, Handler } from '../../http/call.ts';
import { withFile } from '../../http/receive-file.ts';
import { StoredFile } from '../../http/stored-file.ts';
import { lockRecord, ownPersonId } from '../people/index.ts';
import { emailsTaughtBy } from '../subjects/index.ts';
import * as queries from './calendar.queries.ts';

const notPdf = 'Please select a valid PDF file';
const tooLarge = 'The file is larger than 20 MB. Please select a smaller PDF file.';

/** A name that can be stored and sent. In forms, browsers write a quotation mark as %22. */
const storableName = (name: string): string =>
  Array.from(
    name
      .toWellFormed()
      .replaceAll('%22', '"')
      // oxlint-disable-next-line no-control-regex -- it removes control characters
      .replace(/[\u0000-\u001f\u007f]/g, '_')
      .trim(),
  )
    .slice(-255)
    .join('') || 'file.pdf';

/** Receives a form with one PDF; its first bytes must say that it is one. */
const receivePdf = <const U extends Upload>(
  request: FastifyRequest,
  upload: U,
): Promise<{ file: queries.PdfFile; texts: TextsOf<U> }> =>
  withFile(request, upload, { tooLarge }, async ({ name, bytes, content: received }, texts) => {
    const head = await received.bytes(0, 5);
    if (head.toString('latin1') !== '%PDF-') throw new CampusError('unsupported_media', notPdf);
    const content = await received.bytes();
    const digest = hash('sha256', content, 'base64url');
    return { file: { fileName: storableName(name), content, size: bytes, digest }, texts };
  });

/** A file for display; its content is only read if the client does not have it yet. */
const pdfToSend = (
  { campus }: Pick<OfAll, 'campus'>,
  place: Parameters<typeof queries.contentOf>[1],
  { id, fileName, digest }: queries.StoredPdf,
) => {
  const content = () => queries.contentOf(campus.db, place, id);
  return new StoredFile({ type: pdfType, name: fileName, digest, content, mayBeKept: true });
};

const infoOf = ({ fileName, size, uploadedAt }: queries.StoredPdf) => ({
  fileName,
  size,
  uploadedAt,
});

export const readCalendar: Handler<typeof calendar.readCalendar> = async (call) => {
  const newest = await queries.newestCalendar(call.campus.db);
  if (!newest) throw notFound('There is no academic calendar yet.');
  // Encoded, since headers only allow Latin letters.
  call.reply.header('x-calendar-title', encodeURIComponent(newest.title));
  return pdfToSend(call, 'calendars', newest);
};

export const readInfo: Handler<typeof calendar.readInfo> = async ({ campus }) => {
  const newest = await queries.newestCalendar(campus.db);
  return newest ? { ...infoOf(newest), title: newest.title } : null;
};

export const uploadCalendar: Handler<typeof calendar.uploadCalendar> = async (call) => {
  const { campus, actor, request } = call;
  const { file, texts } = await receivePdf(request, calendar.uploadCalendar.upload);
  const { title } = texts;
  const stored = await inTransaction(campus.db, (tx) =>
    queries.insertPdf(tx, 'calendars', file, { value: title, by: actor.id }),
  );
  return { ...infoOf(stored), title };
};

type OfAll = Pick<Call<typeof classInfo.removeGeneral>, 'campus' | 'actor' | 'request'>;
type OfTeacher = OfAll & Pick<Call<typeof classInfo.removeOfTeacher>, 'params'>;

/**
 * The id of the teacher in the address. Teachers may only ask for themselves, so that no reply reveals which other
 * addresses exist.
 */
const teacherOf = ({ campus, actor, params }: OfTeacher): Promise<string> =>
  ownPersonId(campus, actor, params.email, 'teacher');

/**
 * As `teacherOf`; students may ask for their own teachers. The reply does not reveal whether another teacher exists.
 */
const teacherReadOf = async (call: OfTeacher): Promise<string> => {
  const { campus, actor, params } = call;
  if (actor.role !== 'student') return teacherOf(call);
  const teacher = await rowWith(campus.db, 'people', params, ['id']);
  const taught =
    teacher && (await emailsTaughtBy(campus.db, teacher.id, [actor.email], campus.today()));
  if (!teacher || !taught?.length) throw forbidden();
  return teacher.id;
};

/** What is shown at a teacher's address; students see the teacher's own alone, not that for all teachers. */
const shownOf = async (call: OfTeacher) => {
  const shown = await queries.shownTo(call.campus.db, await teacherReadOf(call));
  return call.actor.role === 'student' && shown?.teacherId === null ? undefined : shown;
};

const send = (call: OfAll, shown: queries.StoredPdf | undefined) => {
  if (!shown) throw notFound('There is no class information yet.');
  return pdfToSend(call, 'class_infos', shown);
};

const store = async ({ campus, actor, request }: OfAll, audience: queries.Audience) => {
  // Both uploads take the same form.
  const { file } = await receivePdf(request, classInfo.uploadGeneral.upload);
  return inTransaction(campus.db, async (tx) => {
    if (audience !== null) await lockRecord(tx, 'faculty', audience);
    return queries.insertPdf(tx, 'class_infos', file, { value: audience, by: actor.id });
  });
};

const remove = ({ campus, actor }: OfAll, audience: queries.Audience): Promise<void> =>
  inTransaction(campus.db, async (tx) => {
    if ((await queries.removeClassInfos(tx, audience, actor.id)) === 0)
      throw notFound('There is no class information to remove.');
  });

const teacherInfoOf = (shown: queries.StoredPdf & { readonly teacherId: queries.Audience }) => ({
  ...infoOf(shown),
  forAll: shown.teacherId === null,
});

export const readGeneral: Handler<typeof classInfo.readGeneral> = async (call) =>
  send(call, await queries.shownTo(call.campus.db, null));

export const readGeneralInfo: Handler<typeof classInfo.readGeneralInfo> = async ({ campus }) => {
  const shown = await queries.shownTo(campus.db, null);
  return shown ? infoOf(shown) : null;
};

export const uploadGeneral: Handler<typeof classInfo.uploadGeneral> = async (call) =>
  infoOf(await store(call, null));

export const removeGeneral: Handler<typeof classInfo.removeGeneral> = (call) => remove(call, null);

export const readOfTeacher: Handler<typeof classInfo.readOfTeacher> = async (call) =>
  send(call, await shownOf(call));

export const readTeacherInfo: Handler<typeof classInfo.readTeacherInfo> = async (call) => {
  const shown = await shownOf(call);
  return shown ? teacherInfoOf(shown) : null;
};

export const uploadOfTeacher: Handler<typeof classInfo.uploadOfTeacher> = async (call) =>
  teacherInfoOf(await store(call, await teacherOf(call)));

export const removeOfTeacher: Handler<typeof classInfo.removeOfTeacher> = async (call) =>
  remove(call, await teacherOf(call));
