import { classInfo, type TeacherClassInfo } from '@campus/contract';
import { queryOptions } from '@tanstack/react-query';
import { call, callWithHeaders } from '../../../lib/call.ts';

/** E-mail of the teacher who sees it; null: all teachers. */
export type Audience = string | null;

const general = {
  readInfo: async (signal: AbortSignal): Promise<TeacherClassInfo | null> => {
    const info = await call(classInfo.readGeneralInfo, { signal });
    return info && { ...info, forAll: true };
  },
  readFile: (signal?: AbortSignal) =>
    callWithHeaders(classInfo.readGeneral, { ...(signal && { signal }) }),
  upload: (form: FormData, signal: AbortSignal): Promise<unknown> =>
    call(classInfo.uploadGeneral, { form, signal }),
  remove: () => call(classInfo.removeGeneral),
};

/** The calls about the class information of an audience. */
export const classInfoOf = (audience: Audience): typeof general => {
  if (audience === null) return general;
  const params = { email: audience };
  return {
    readInfo: (signal) => call(classInfo.readTeacherInfo, { params, signal }),
    readFile: (signal) =>
      callWithHeaders(classInfo.readOfTeacher, { params, ...(signal && { signal }) }),
    upload: (form, signal) => call(classInfo.uploadOfTeacher, { params, form, signal }),
    remove: () => call(classInfo.removeOfTeacher, { params }),
  };
};

export const classInfoOptions = (audience: Audience) =>
  queryOptions({
    queryKey: ['/class-info', audience],
    queryFn: ({ signal }) => classInfoOf(audience).readInfo(signal),
  });
