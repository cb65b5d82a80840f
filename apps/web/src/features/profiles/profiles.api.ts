import { profiles } from '@campus/contract';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/call.ts';
import type { ImageKey } from '../../lib/stored-image.ts';

/** Whose profile or image it is. */
export type Kind = 'student' | 'teacher';

/** Where a person's own image is kept in the browser. */
export const imageKeys: Readonly<Record<Kind, ImageKey>> = {
  student: 'profileImage',
  teacher: 'teacherProfileImage',
};

/** As an address for `img` that can also be kept. */
export const dataUrlOf = (blob: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => {
      if (typeof reader.result === 'string') resolve(reader.result);
    });
    reader.addEventListener('error', () => reject(reader.error ?? new Error('Not readable')));
    reader.readAsDataURL(blob);
  });

/** Which image: `marker` is what the profile says of it. */
export interface ImageOf {
  readonly kind: Kind;
  readonly email: string;
  readonly marker: string;
}

const imageCall = { student: profiles.studentImage, teacher: profiles.facultyImage };

/** The image as a data URL. Under its marker it never changes. */
export const imageOptions = ({ kind, email, marker }: ImageOf) =>
  queryOptions({
    queryKey: ['profile-image', kind, email, marker],
    queryFn: async ({ signal }): Promise<string> => {
      const image: Blob = await call(imageCall[kind], { params: { email }, signal });
      return dataUrlOf(image);
    },
    staleTime: Infinity,
  });
