import { z } from 'zod';
import { endpoint } from '../../endpoint.ts';
import { adminOnly, staff } from '../../permissions.ts';
import type { Access } from '../../permissions.ts';
import { emailInPath } from '../../wire/text.ts';
import { maxPdfBytes, pdfInfo, pdfType } from './pdf-file.contract.ts';

/**
 * A PDF about classes, for all teachers or for one. A teacher sees their own, without one that of
 * all; a removed or replaced one is kept, and shown to nobody.
 */
export const generalInfo = pdfInfo;
/** `forAll`: it is that of all teachers, because there is none for this one. */
export const teacherInfo = pdfInfo.extend({ forAll: z.boolean() });
export type TeacherClassInfo = z.infer<typeof teacherInfo>;

const ofTeacher = z.object({ email: emailInPath });
const ownOfTeacher: Access = { admin: 'any', teacher: 'own', student: 'none' };
const upload = { fields: ['file'], maxBytes: maxPdfBytes } as const;
const file = { types: [pdfType] } as const;

export const readGeneral = endpoint({
  summary: 'The class information for all teachers, a PDF',
  method: 'GET',
  path: '/class-info/general',
  access: staff,
  file,
  reply: z.unknown(),
});

export const readGeneralInfo = endpoint({
  summary: 'What the class information for all teachers is, or null while there is none',
  method: 'GET',
  path: '/class-info/general/info',
  access: staff,
  reply: generalInfo.nullable(),
});

export const uploadGeneral = endpoint({
  summary: 'Upload the class information for all teachers, a PDF of at most 20 MB',
  method: 'POST',
  path: '/class-info/general',
  access: adminOnly,
  upload,
  reply: generalInfo,
  status: 201,
});

export const removeGeneral = endpoint({
  summary: 'Remove the class information for all teachers',
  method: 'DELETE',
  path: '/class-info/general',
  access: adminOnly,
  reply: z.undefined(),
  status: 204,
});

export const readOfTeacher = endpoint({
  summary: 'The class information that a teacher sees: their own, else that for all teachers',
  method: 'GET',
  path: '/class-info/faculty/:email',
  access: ownOfTeacher,
  params: ofTeacher,
  file,
  reply: z.unknown(),
});

export const readTeacherInfo = endpoint({
  summary: 'What class information a teacher sees, or null while there is none',
  method: 'GET',
  path: '/class-info/faculty/:email/info',
  access: ownOfTeacher,
  params: ofTeacher,
  reply: teacherInfo.nullable(),
});

export const uploadOfTeacher = endpoint({
  summary: 'Upload class information for one teacher, a PDF of at most 20 MB',
  method: 'POST',
  path: '/class-info/faculty/:email',
  access: adminOnly,
  params: ofTeacher,
  upload,
  reply: teacherInfo,
  status: 201,
});

export const removeOfTeacher = endpoint({
  summary: 'Remove a teacher’s own class information: they see that for all teachers again',
  method: 'DELETE',
  path: '/class-info/faculty/:email',
  access: adminOnly,
  params: ofTeacher,
  reply: z.undefined(),
  status: 204,
});
