import { useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { Hidden } from '../../ui/hidden.tsx';

/** Says the title of the page arrived at, for people who listen to the page. */
export const RouteAnnouncer = () => {
  const router = useRouter();
  const [title, setTitle] = useState('');
  useEffect(
    () =>
      router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
        if (fromLocation && pathChanged) setTitle(document.title);
      }),
    [router],
  );
  return (
    <Hidden>
      <span aria-live="polite">{title}</span>
    </Hidden>
  );
};
