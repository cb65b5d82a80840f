import { classInfo } from '@campus/contract';
import type { Campus } from '../../campus.ts';
import type { StoredFile } from '../../http/stored-file.ts';
import type { Mount } from '../../http/mount.ts';
import {
  classInfoContent,
  insertClassInfo,
  remove,
  requireShown,
  shownTo,
  type StoredClassInfo,
  teacherOf,
} from './class-info.service.ts';
import { infoOf, pdfToSend, receivePdf } from './pdf-file.ts';

const teacherInfoOf = (shown: StoredClassInfo) => ({
  ...infoOf(shown),
  forAll: shown.teacherId === null,
});

export const classInfoRoutes = (mount: Mount, campus: Campus): void => {
  const send = async (audience: string | null): Promise<StoredFile> => {
    const shown = await requireShown(campus, audience);
    return pdfToSend(shown, () => classInfoContent(campus.db, shown.id));
  };

  mount(classInfo.readGeneral, () => send(null));
  mount(classInfo.readGeneralInfo, async () => {
    const shown = await shownTo(campus.db, null);
    return shown ? infoOf(shown) : null;
  });
  mount(classInfo.uploadGeneral, async ({ actor, request }) => {
    const { file } = await receivePdf(request, classInfo.uploadGeneral.upload);
    return infoOf(await insertClassInfo(campus.db, file, { audience: null, uploadedBy: actor.id }));
  });
  mount(classInfo.removeGeneral, async ({ actor }) => {
    await remove(campus, actor, null);
    return undefined;
  });

  mount(classInfo.readOfTeacher, async ({ actor, params }) =>
    send(await teacherOf(campus, actor, params.email)),
  );
  mount(classInfo.readTeacherInfo, async ({ actor, params }) => {
    const shown = await shownTo(campus.db, await teacherOf(campus, actor, params.email));
    return shown ? teacherInfoOf(shown) : null;
  });
  mount(classInfo.uploadOfTeacher, async ({ actor, params, request }) => {
    const audience = await teacherOf(campus, actor, params.email);
    const { file } = await receivePdf(request, classInfo.uploadOfTeacher.upload);
    return teacherInfoOf(
      await insertClassInfo(campus.db, file, { audience, uploadedBy: actor.id }),
    );
  });
  mount(classInfo.removeOfTeacher, async ({ actor, params }) => {
    await remove(campus, actor, await teacherOf(campus, actor, params.email));
    return undefined;
  });
};
