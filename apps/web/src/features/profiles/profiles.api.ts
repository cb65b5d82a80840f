import { profiles } from '@campus/contract';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/call.ts';
import type { ImageKey } from '../../lib/stored-image.ts';

/** Whether it is a student's or a teacher's profile or image. */
export type Kind = 'student' | 'teacher';

/** The keys under which a person's own image is kept in the browser. */
export const imageKeys: Readonly<Record<Kind, ImageKey>> = {
  student: 'profileImage',
  teacher: 'teacherProfileImage',
};

/** The blob as a data URL, which `img` can show and the browser can keep. */
export const dataUrlOf = (blob: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => {
      if (typeof reader.result === 'string') resolve(reader.result);
    });
    reader.addEventListener('error', () => reject(reader.error ?? new Error('Not readable')));
    reader.readAsDataURL(blob);
  });

/** An image; `marker` is the profile's value for it. */
export interface ImageOf {
  readonly kind: Kind;
  readonly email: string;
  readonly marker: string;
}

const imageCall = { student: profiles.studentImage, teacher: profiles.facultyImage };

/** The image as a data URL. The image of a marker never changes. */
export const imageOptions = ({ kind, email, marker }: ImageOf) =>
  queryOptions({
    queryKey: ['profile-image', kind, email, marker],
    queryFn: async ({ signal }): Promise<string> => {
      const image: Blob = await call(imageCall[kind], { params: { email }, signal });
      return dataUrlOf(image);
    },
    staleTime: Infinity,
  });
