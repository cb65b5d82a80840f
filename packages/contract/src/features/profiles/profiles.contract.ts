import { z } from 'zod';
import { endpoint, staffAndOwn, staffOwn, studentOwn } from '../../endpoint.ts';
import { email } from '../../values/requests.ts';
import { profileImageLimits } from './profile-image.rules.ts';

const staffAndStudent = staffAndOwn('registrar', 'exam_office');

const stored = { types: ['image/jpeg', 'image/png'] } as const;
const upload = {
  file: 'image',
  maxBytes: profileImageLimits.bytes,
  texts: z.strictObject({ email: email() }),
} as const;

/** Responds 404 unless `stuImage` of the profile says that there is an image. */
export const studentImage = endpoint('GET /students/profile-image/:email', staffAndStudent, {
  summary: 'A student’s profile image',
  file: stored,
});

/** Replaces the image. It is decoded, scaled down and re-encoded, without its metadata. */
export const uploadStudentImage = endpoint('POST /students/upload-image', studentOwn('registrar'), {
  act: 'picture_changed',
  summary: 'Store a student’s profile image: JPEG or PNG, at most 2 MB',
  upload,
  reply: z.object({ email: z.string(), stuImage: z.string() }),
});

/** Like `studentImage`, with `teacherImage`. */
export const facultyImage = endpoint('GET /faculty/profile-image/:email', staffOwn('registrar'), {
  summary: 'A teacher’s profile image',
  file: stored,
});

/** Like `uploadStudentImage`. */
export const uploadFacultyImage = endpoint('POST /faculty/upload-image', staffOwn('registrar'), {
  act: 'picture_changed',
  summary: 'Store a teacher’s profile image: JPEG or PNG, at most 2 MB',
  upload,
  reply: z.object({ email: z.string(), teacherImage: z.string() }),
});
