import type { Announcement } from '@campus/contract';
import { Button } from '@mantine/core';
import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import { dayOfInstant, timeOfInstant } from '../../lib/instant.ts';
import { FallbackNote, Loading, SkeletonBar } from '../../ui/loaded.tsx';
import classes from './announcements.module.css';

/** Placeholder while announcements are loading. */
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
  /** Heading level of the titles: 2 below the page's heading, 3 in a card with a title. */
  readonly level: 2 | 3;
  /** Renders a button beside each announcement; `titleId` is the id of the title that describes it. */
  readonly renderBeside?: (announcement: Announcement, titleId: string) => ReactNode;
}

/** Titles and messages as written, newest first. */
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
            <div className={classes['text']}>
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

type EarlierProps = Pick<
  UseInfiniteQueryResult,
  'hasNextPage' | 'isFetchingNextPage' | 'isFetchNextPageError' | 'fetchNextPage'
>;

/** A button to load older announcements, if there are any. */
export const EarlierAnnouncements = (props: EarlierProps) =>
  props.hasNextPage && (
    <div className={classes['more']}>
      {props.isFetchNextPageError ? (
        <FallbackNote what="Earlier announcements" onRetry={props.fetchNextPage} />
      ) : (
        <Button
          variant="default"
          disabled={props.isFetchingNextPage}
          onClick={() => void props.fetchNextPage()}
        >
          Show earlier announcements
        </Button>
      )}
    </div>
  );
