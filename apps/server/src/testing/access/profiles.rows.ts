import { picture } from '../picture.ts';
import type { Person } from '../make.ts';
import { type Part, sendForm } from '../upload.ts';
import { closed, type FeatureRows, open, own } from './row.ts';

interface Pictured {
  readonly image: Buffer;
}

const form = (image: Buffer, { email }: Person): Part[] => [
  { field: 'email', content: email },
  { field: 'image', name: 'me.jpg', type: 'image/jpeg', content: image },
];

/** The teacher and the student each have an image. */
export const profilesRows: FeatureRows<Pictured> = {
  async prepare(campus, { student, teacher }) {
    const image = await picture();
    await sendForm(campus.as(student), '/api/students/upload-image', form(image, student));
    await sendForm(campus.as(teacher), '/api/faculty/upload-image', form(image, teacher));
    return { image };
  },
  rows: [
    {
      id: 'profiles.studentImage',
      admin: 200,
      teacher: open,
      student: own,
      request: ({ student }) => ({ path: `/api/students/profile-image/${student.email}` }),
    },
    {
      id: 'profiles.facultyImage',
      admin: 200,
      teacher: own,
      student: closed,
      request: ({ teacher }) => ({ path: `/api/faculty/profile-image/${teacher.email}` }),
    },
    {
      id: 'profiles.uploadStudentImage',
      admin: 200,
      teacher: closed,
      student: own,
      request: ({ student, image }) => ({
        path: '/api/students/upload-image',
        form: form(image, student),
      }),
    },
    {
      id: 'profiles.uploadFacultyImage',
      admin: 200,
      teacher: own,
      student: closed,
      request: ({ teacher, image }) => ({
        path: '/api/faculty/upload-image',
        form: form(image, teacher),
      }),
    },
  ],
};
