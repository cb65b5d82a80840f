import { SkeletonBar } from '../../ui/loading.tsx';
import classes from './announcements.module.css';

/** Announcements that are to come. */
export const AnnouncementsSkeleton = ({ items = 4 }: { readonly items?: number }) => (
  <div className={classes['list']}>
    {Array.from({ length: items }, (_, item) => (
      <div className={classes['bar']} key={`item-${item}`}>
        <SkeletonBar width="44%" height={18} />
        <SkeletonBar width="92%" />
        <SkeletonBar width="70%" />
      </div>
    ))}
  </div>
);
