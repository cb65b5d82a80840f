import { useEffect, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { StudentProfile } from '@campus/contract';
import avatar from '../../../assets/avatar-default.svg';
import { storeImage, useStoredImage } from '../../../lib/stored-image.ts';
import { useSession } from '../../../lib/use-session.ts';
import { imageOptions } from '../profiles.api.ts';
import { teacherProfileOptions } from '../teacher-profile.ts';
import classes from './picture-card.module.css';

interface PortraitProps {
  /** Addresses of the picture, best first; the next is tried when one cannot be shown. */
  readonly sources: readonly (string | undefined)[];
  readonly alt: string;
  readonly className: string | undefined;
}

/** A person's picture, or the default one. */
export const Portrait = ({ sources, alt, className }: PortraitProps) => {
  const [broken, setBroken] = useState<readonly string[]>([]);
  const source = sources.find((one) => one !== undefined && !broken.includes(one));
  return (
    <img
      className={className}
      src={source ?? avatar}
      alt={alt}
      onError={() => source !== undefined && setBroken((known) => [...known, source])}
    />
  );
};

/** Fetches a teacher's own picture into a browser that has none yet, as after signing in. */
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

/** The teacher's own picture; the default one if there is none or it cannot be shown. */
export const OwnPortrait = ({ className }: { readonly className: string | undefined }) => {
  const kept = useStoredImage('teacherProfileImage');
  const session = useSession();
  useFetchOnce(session?.role === 'teacher' ? session.email : '', kept === '');
  return <Portrait sources={[kept || undefined]} alt="" className={className} />;
};

/** A student's picture, for people who may see it; nothing if there is none. */
export const StudentPortrait = ({ email, name, stuImage }: StudentProfile) => {
  const options = imageOptions({ kind: 'student', email, marker: stuImage ?? '' });
  const { data } = useQuery({ ...options, enabled: Boolean(stuImage) });
  if (!stuImage) return null;
  return (
    <div className={classes['small']}>
      <Portrait
        sources={[data]}
        alt={`Profile picture of ${name}`}
        className={classes['portrait']}
      />
    </div>
  );
};
