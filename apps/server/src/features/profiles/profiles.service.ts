import { imageTooLarge, notAnImage, profiles } from '@campus/contract';
import { found } from '../../campus-error.ts';
import { describeAct } from '../../db/acts.ts';
import { inTransaction } from '../../db/transaction.ts';
import { type Call, type Handler, ownEmail } from '../../http/call.ts';
import { withFile } from '../../http/receive-file.ts';
import { encodeImage, pictureToSend } from '../../pictures/encode-image.ts';
import { lockRecord, personId, requireOwnUnlessAdmin } from '../people/index.ts';
import { readImage, storeImage } from './profiles.queries.ts';

type Kind = 'student' | 'teacher';

/** The content decides what a file is, whatever its name. */
const rules = { tooLarge: imageTooLarge, missing: notAnImage };

type OfPerson = Pick<Call<typeof profiles.studentImage>, 'campus' | 'actor' | 'params'>;

const imageOf =
  (kind: Kind) =>
  async ({ campus, actor, params: { email } }: OfPerson) => {
    // Teachers may see any student's image.
    if (actor.role !== 'teacher' || kind !== 'student') requireOwnUnlessAdmin(actor, email);
    const image = await readImage(campus.db, await personId(campus, email, kind));
    return pictureToSend(found(image, 'There is no profile image.'), 'profile-image');
  };

export const studentImage = imageOf('student');
export const facultyImage = imageOf('teacher');

type Upload = Pick<Call<typeof profiles.uploadStudentImage>, 'campus' | 'actor' | 'request'>;

/** Stores an image and returns whose it is, with its marker. Both uploads take the same form. */
const receive = ({ campus, actor, request }: Upload, kind: Kind) =>
  withFile(request, profiles.uploadStudentImage.upload, rules, async ({ content }, texts) => {
    const email = ownEmail(actor, texts.email);
    requireOwnUnlessAdmin(actor, email);
    const id = await personId(campus, email, kind);
    const image = await encodeImage(await content.bytes());
    await inTransaction(campus.db, async (tx) => {
      await lockRecord(tx, kind === 'student' ? 'students' : 'faculty', id);
      describeAct({ recordId: id });
      await storeImage(tx, image, { personId: id, by: actor.id, at: campus.now() });
    });
    return { email, marker: image.digest };
  });

export const uploadStudentImage: Handler<typeof profiles.uploadStudentImage> = async (call) => {
  const { email, marker } = await receive(call, 'student');
  return { email, stuImage: marker };
};

export const uploadFacultyImage: Handler<typeof profiles.uploadFacultyImage> = async (call) => {
  const { email, marker } = await receive(call, 'teacher');
  return { email, teacherImage: marker };
};
