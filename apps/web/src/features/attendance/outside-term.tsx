import type { TaughtSubject } from '@campus/contract';
import { Button } from '@mantine/core';
import { IconCalendarOff } from '@tabler/icons-react';
import { formatDay } from '../../lib/day.ts';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';

interface OutsideTermProps {
  readonly subject: TaughtSubject;
  readonly date: string;
  readonly onPick: (date: string) => void;
}

/** In place of a roster that could be marked and not be submitted. */
export const OutsideTerm = ({ subject, date, onPick }: OutsideTermProps) => {
  const { startsOn, endsOn } = subject;
  return (
    <Card>
      {date < startsOn ? (
        <EmptyState
          icon={<IconCalendarOff />}
          text={`This subject begins on ${formatDay(startsOn)}`}
        />
      ) : (
        <EmptyState
          icon={<IconCalendarOff />}
          text={`The term of this subject ended on ${formatDay(endsOn)}`}
          action={
            <Button variant="default" onClick={() => onPick(endsOn)}>
              Open {formatDay(endsOn)}
            </Button>
          }
        />
      )}
    </Card>
  );
};
