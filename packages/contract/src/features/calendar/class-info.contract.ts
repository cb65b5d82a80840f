import { z } from 'zod';
import { adminOnly, endpoint, everyoneOwn, staff } from '../../endpoint.ts';
import { maxPdfBytes, pdfInfo, pdfType } from './pdf-file.contract.ts';

const registrar = adminOnly('registrar');
const readers = everyoneOwn('registrar');

/**
 * A PDF about classes, for all teachers or for one. Teachers see their own, or else the one for all.
 * Removed and replaced ones are kept, but shown to nobody.
 */
export const generalInfo = pdfInfo;
/** `forAll`: the one for all teachers, because this teacher has none. */
export const teacherInfo = pdfInfo.extend({ forAll: z.boolean() });
export type TeacherClassInfo = z.infer<typeof teacherInfo>;

const upload = { maxBytes: maxPdfBytes } as const;
const file = { types: [pdfType] } as const;

export const readGeneral = endpoint('GET /class-info/general', staff('registrar'), {
  summary: 'The class information for all teachers, a PDF',
  file,
});

export const readGeneralInfo = endpoint('GET /class-info/general/info', staff('registrar'), {
  summary: 'Details of the class information for all teachers, or null if there is none',
  reply: generalInfo.nullable(),
});

export const uploadGeneral = endpoint('POST /class-info/general', registrar, {
  act: 'class_info_uploaded',
  summary: 'Upload the class information for all teachers, a PDF of at most 20 MB',
  upload,
  reply: generalInfo,
  status: 201,
});

export const removeGeneral = endpoint('DELETE /class-info/general', registrar, {
  act: 'class_info_removed',
  summary: 'Remove the class information for all teachers',
});

export const readOfTeacher = endpoint('GET /class-info/faculty/:email', readers, {
  summary: 'The class information a teacher sees: their own, or else that for all teachers',
  description: 'Students may read what their teachers in the open term have of their own.',
  file,
});

export const readTeacherInfo = endpoint('GET /class-info/faculty/:email/info', readers, {
  summary: 'Details of the class information a teacher sees, or null if there is none',
  reply: teacherInfo.nullable(),
});

export const uploadOfTeacher = endpoint('POST /class-info/faculty/:email', registrar, {
  act: 'class_info_uploaded',
  summary: 'Upload class information for one teacher, a PDF of at most 20 MB',
  upload,
  reply: teacherInfo,
  status: 201,
});

export const removeOfTeacher = endpoint('DELETE /class-info/faculty/:email', registrar, {
  act: 'class_info_removed',
  summary: 'Remove a teacher’s own class information; they see that for all teachers again',
});
