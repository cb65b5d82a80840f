import type { StudentProfile } from '@campus/contract';
import { useQuery } from '@tanstack/react-query';
import { imageOptions } from '../profiles.api.ts';
import { Portrait } from './portrait.tsx';
import classes from './picture-card.module.css';

/** A student's picture for the person who may see it; nothing where there is none. */
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
