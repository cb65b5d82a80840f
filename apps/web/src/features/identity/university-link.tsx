import { IconBuildingBank } from '@tabler/icons-react';
import { useSyncExternalStore } from 'react';
import { nextPage, universityStart } from './university.ts';
import classes from './sign-in-form.module.css';

/** The other way in: a link, which works before the script does. */
export const UniversityLink = () => {
  const href = useSyncExternalStore(
    () => () => undefined,
    () => universityStart(nextPage()),
    // What the page was drawn with. The server's own word differs where it has several names.
    () => '/identity/university/start',
  );
  return (
    <>
      <p className={classes['or']}>or</p>
      <a className={classes['university']} href={href}>
        <IconBuildingBank size={22} stroke={1.75} aria-hidden />
        Sign in with your university account
      </a>
    </>
  );
};
