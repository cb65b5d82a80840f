import { classInfo, type TeacherClassInfo } from '@campus/contract';
import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';
import { call, callWithHeaders } from '../../../lib/call.ts';
import { refresh } from '../../../lib/query.ts';
import { pdfIn, type ShownPdf } from '../pdf-answer.ts';

/** E-mail of the teacher it is shown to; null: all teachers. */
export type Audience = string | null;

export const refreshClassInfo = (client: QueryClient): Promise<void> =>
  refresh(client, '/class-info');

export const classInfoOptions = (audience: Audience) =>
  queryOptions({
    queryKey: ['/class-info', audience],
    queryFn: async ({ signal }): Promise<TeacherClassInfo | null> => {
      if (audience !== null)
        return call(classInfo.readTeacherInfo, { params: { email: audience }, signal });
      const general = await call(classInfo.readGeneralInfo, { signal });
      return general && { ...general, forAll: true };
    },
  });

export const fetchClassInfo = async (
  audience: Audience,
  signal?: AbortSignal,
): Promise<ShownPdf | null> => {
  const more = signal ? { signal } : {};
  return pdfIn(
    audience === null
      ? await callWithHeaders(classInfo.readGeneral, more)
      : await callWithHeaders(classInfo.readOfTeacher, { params: { email: audience }, ...more }),
  );
};

/** The file of this version, asked for only when there is one. */
export const classInfoFileOptions = (
  audience: Audience,
  info: TeacherClassInfo | null | undefined,
) =>
  queryOptions({
    queryKey: ['/class-info', audience, info?.forAll, info?.uploadedAt, info?.size],
    queryFn: ({ signal }) => fetchClassInfo(audience, signal),
    enabled: info !== null && info !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    ...(info && { placeholderData: keepPreviousData }),
  });

export const uploadClassInfo = (audience: Audience, file: File, signal: AbortSignal) => {
  const form = new FormData();
  form.set('file', file);
  return audience === null
    ? call(classInfo.uploadGeneral, { form, signal })
    : call(classInfo.uploadOfTeacher, { params: { email: audience }, form, signal });
};

export const removeClassInfo = (audience: Audience) =>
  audience === null
    ? call(classInfo.removeGeneral)
    : call(classInfo.removeOfTeacher, { params: { email: audience } });
