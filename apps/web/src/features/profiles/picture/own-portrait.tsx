import { useEffect } from 'react';
import { useQuery } from '@tanstack/react-query';
import { storeImage, useStoredImage } from '../../../lib/stored-image.ts';
import { useSession } from '../../../lib/use-session.ts';
import { imageOptions, teacherProfileOptions } from '../profiles.api.ts';
import { Portrait } from './portrait.tsx';

/** Fetches a teacher's own picture into a browser that has none yet, as after the sign-in. */
const useFetchOnce = (email: string, needed: boolean): void => {
  const profile = useQuery({
    ...teacherProfileOptions(email),
    enabled: needed && email !== '',
    staleTime: Infinity,
  });
  const marker = profile.data?.teacherImage ?? '';
  const { data } = useQuery({
    ...imageOptions({ kind: 'teacher', email, marker }),
    enabled: needed && marker !== '',
  });
  useEffect(() => {
    if (needed && data) storeImage('teacherProfileImage', data);
  }, [needed, data]);
};

/** The teacher's own picture; the default one while there is none or it cannot be shown. */
export const OwnPortrait = ({ className }: { readonly className: string | undefined }) => {
  const kept = useStoredImage('teacherProfileImage');
  const session = useSession();
  useFetchOnce(session?.role === 'teacher' ? session.email : '', kept === '');
  return <Portrait sources={[kept || undefined]} alt="" className={className} />;
};
