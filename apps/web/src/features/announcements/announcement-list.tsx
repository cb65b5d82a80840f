import type { Announcement } from '@campus/contract';
import { Button } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import { dayOfInstant, timeOfInstant } from '../../lib/instant.ts';
import { Loading, SkeletonBar } from '../../ui/loaded.tsx';
import { twice } from './announcements.api.ts';
import classes from './announcements.module.css';

/** Announcements that are to come. */
export const announcementsLoading = (
  <Loading text="Loading...">
    <div className={classes['list']}>
      {['first', 'second', 'third', 'fourth'].map((item) => (
        <div className={classes['bar']} key={item}>
          <SkeletonBar width="44%" height={18} />
          <SkeletonBar width="92%" />
          <SkeletonBar width="70%" />
        </div>
      ))}
    </div>
  </Loading>
);

interface AnnouncementListProps {
  readonly announcements: readonly Announcement[];
  /** Where the page's heading is the heading above the list: 2. In a card with a title: 3. */
  readonly level: 2 | 3;
  /** Room for a button beside each, which is described by the title with this id. */
  readonly renderBeside?: (announcement: Announcement, titleId: string) => ReactNode;
}

/** Titles and messages as they were written, the newest first. */
export const AnnouncementList = (props: AnnouncementListProps) => {
  const { announcements, level, renderBeside } = props;
  const list = useId();
  const titleId = ({ id }: Announcement): string => `${list}-${id}`;
  const Title = `h${level}` as const;
  return (
    <ul className={classes['list']} aria-label="Announcements">
      {announcements.map((announcement) => (
        <li key={announcement.id}>
          <article className={classes['item']}>
            <div className={classes['words']}>
              <Title className={classes['title']} id={titleId(announcement)}>
                {announcement.title}
              </Title>
              <time
                className={classes['date']}
                dateTime={announcement.createdAt}
                title={timeOfInstant(announcement.createdAt)}
              >
                {dayOfInstant(announcement.createdAt)}
              </time>
              <p className={classes['message']}>{announcement.message}</p>
            </div>
            {renderBeside?.(announcement, titleId(announcement))}
          </article>
        </li>
      ))}
    </ul>
  );
};

interface EarlierProps {
  /** As many as were asked for. */
  readonly limit: number;
  readonly total: number;
  readonly onMore: (limit: number) => void;
}

/** Leads on to older ones, where there are any. */
export const EarlierAnnouncements = ({ limit, total, onMore }: EarlierProps) =>
  limit < total &&
  twice(limit) > limit && (
    <div className={classes['more']}>
      <Button variant="default" onClick={() => onMore(twice(limit))}>
        Show earlier announcements
      </Button>
    </div>
  );
