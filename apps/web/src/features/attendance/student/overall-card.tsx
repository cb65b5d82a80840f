import type { IsoDate } from '@campus/contract';
import { useQuery } from '@tanstack/react-query';
import { campusQuery } from '../../../lib/campus.ts';
import { formatDay } from '../../../lib/day.ts';
import { Card } from '../../../ui/card.tsx';
import { DefinitionList } from '../../../ui/definition-list.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { SkeletonBar } from '../../../ui/loading.tsx';
import { OptionalValue } from '../../../ui/optional-value.tsx';
import { Ring } from '../../../ui/ring.tsx';
import { reachSentence } from './sentences.ts';
import { studentPercentagesQuery, studentSummaryQuery } from './student.api.ts';
import classes from './overall-card.module.css';

/** A percentage as a ring around its figure; the colour says nothing about good or bad. */
const PercentageRing = ({ percentage }: { readonly percentage: number | null }) => (
  <div className={classes['ring']}>
    <Ring percent={percentage} size={196} thickness={15}>
      <p className={classes['figure']}>
        {percentage === null ? (
          <OptionalValue value={null} />
        ) : (
          <>
            {percentage}
            <small>%</small>
          </>
        )}
      </p>
    </Ring>
  </div>
);

const day = (date: IsoDate | null): string | null => date && formatDay(date);

/** How far it is to the expected percentage, where it is not reached. */
const Reach = ({ email }: { readonly email: string }) => {
  const { data: subjects = [] } = useQuery(studentPercentagesQuery(email));
  const expected = useQuery(campusQuery).data?.expectedPercentage ?? null;
  const sum = (part: 'present' | 'classes'): number =>
    subjects.reduce((all, subject) => all + subject[part], 0);
  const sentence = reachSentence(sum('present'), sum('classes'), expected);
  return sentence && <p className={classes['reach']}>{sentence}.</p>;
};

/** The student's percentage over all subjects, and the days it covers. */
export const OverallCard = ({ email }: { readonly email: string }) => {
  const summary = useQuery(studentSummaryQuery(email));
  return (
    <Card title="Overall">
      <Loaded
        query={summary}
        what="attendance"
        failed="Your attendance could not be loaded."
        skeleton={<SkeletonBar height={196} />}
      >
        {({ overallPercentage, startDate, endDate }) => (
          <>
            <PercentageRing percentage={overallPercentage} />
            <Reach email={email} />
            <DefinitionList
              items={[
                ['From', day(startDate)],
                ['To', day(endDate)],
              ]}
            />
          </>
        )}
      </Loaded>
    </Card>
  );
};
