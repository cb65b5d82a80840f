import { classInfo } from '@campus/contract';
import { notFound } from '../../campus-error.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Call, Handler } from '../../http/call.ts';
import { ownPersonId } from '../people/index.ts';
import * as queries from './calendar.queries.ts';
import { infoOf, pdfToSend, receivePdf, type StoredPdf } from './pdf-file.ts';

type OfAll = Pick<Call<typeof classInfo.removeGeneral>, 'campus' | 'actor' | 'request'>;
type OfTeacher = OfAll & Pick<Call<typeof classInfo.removeOfTeacher>, 'params'>;

/**
 * The teacher an address stands for. A teacher asks for themselves alone, so that answers never
 * tell which other addresses there are.
 */
const teacherOf = ({ campus, actor, params }: OfTeacher): Promise<string> =>
  ownPersonId(campus, actor, params.email, 'teacher');

const send = async ({ campus }: OfAll, audience: queries.Audience) => {
  const shown = await queries.shownTo(campus.db, audience);
  if (!shown) throw notFound('There is no class information yet.');
  return pdfToSend(shown, () => queries.contentOf(campus.db, 'class_infos', shown.id));
};

const store = async ({ campus, actor, request }: OfAll, audience: queries.Audience) => {
  // Both uploads take the same form.
  const { file } = await receivePdf(request, classInfo.uploadGeneral.upload);
  return inTransaction(campus.db, (tx) =>
    queries.insertClassInfo(tx, { ...file, teacher_id: audience, uploaded_by: actor.id }),
  );
};

const remove = ({ campus, actor }: OfAll, audience: queries.Audience): Promise<void> =>
  inTransaction(campus.db, async (tx) => {
    if (!(await queries.removeClassInfos(tx, audience, actor.id)))
      throw notFound('There is no class information to remove.');
  });

const teacherInfoOf = (shown: StoredPdf & { readonly teacherId: queries.Audience }) => ({
  ...infoOf(shown),
  forAll: shown.teacherId === null,
});

export const readGeneral: Handler<typeof classInfo.readGeneral> = (call) => send(call, null);

export const readGeneralInfo: Handler<typeof classInfo.readGeneralInfo> = async ({ campus }) => {
  const shown = await queries.shownTo(campus.db, null);
  return shown ? infoOf(shown) : null;
};

export const uploadGeneral: Handler<typeof classInfo.uploadGeneral> = async (call) =>
  infoOf(await store(call, null));

export const removeGeneral: Handler<typeof classInfo.removeGeneral> = (call) => remove(call, null);

export const readOfTeacher: Handler<typeof classInfo.readOfTeacher> = async (call) =>
  send(call, await teacherOf(call));

export const readTeacherInfo: Handler<typeof classInfo.readTeacherInfo> = async (call) => {
  const shown = await queries.shownTo(call.campus.db, await teacherOf(call));
  return shown ? teacherInfoOf(shown) : null;
};

export const uploadOfTeacher: Handler<typeof classInfo.uploadOfTeacher> = async (call) =>
  teacherInfoOf(await store(call, await teacherOf(call)));

export const removeOfTeacher: Handler<typeof classInfo.removeOfTeacher> = async (call) =>
  remove(call, await teacherOf(call));
