import { Button } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { formatDay } from '../../../lib/day.ts';
import { readUnsentMarks } from '../../../lib/marking/store.ts';
import { usePerson } from '../../../lib/use-session.ts';
import { ConfirmButton, useAction } from '../../../ui/actions.tsx';
import { Card } from '../../../ui/page.tsx';
import { ScrollList } from '../../../ui/scroll-list.tsx';
import { classKey, type ClassDay } from '../attendance.api.ts';
import { discardClass, readRefused, unsentMarksKey } from './sending/submission-queue.ts';
import classes from '../mark-attendance.module.css';

/** Label and lines of a class, `Asha Rao: present, late`. Without a submission, only e-mails are known. */
const contentOf = (person: string, classDay: ClassDay) => {
  const refused = readRefused(person, classDay);
  const names = new Map(
    refused?.attempt.shown.map(({ studentEmail, studentName }) => [studentEmail, studentName]),
  );
  const marks = readUnsentMarks(unsentMarksKey(person, classDay)).marks;
  const sent =
    refused?.attempt.sent ?? [...marks].map(([studentEmail, mark]) => ({ studentEmail, ...mark }));
  return {
    label: refused?.label ?? `a class of ${formatDay(classDay.date)}`,
    lines: sent.map(({ studentEmail, present, remarks }) => {
      const mark = present === null ? 'no mark' : present ? 'present' : 'absent';
      return `${names.get(studentEmail) ?? studentEmail}: ${mark}${remarks ? `, ${remarks}` : ''}`;
    }),
  };
};

const LostClass = ({ classDay }: { readonly classDay: ClassDay }) => {
  const { email } = usePerson();
  const { label, lines } = contentOf(email, classDay);
  const copying = useAction({
    run: () => navigator.clipboard.writeText([label, ...lines].join('\n')),
    done: () => 'The marks are copied.',
    failed: 'The marks could not be copied. Select them and copy them yourself.',
  });
  return (
    <Card title={`Not submitted: ${label}`}>
      <p>
        You cannot open this class any more, so these marks cannot be submitted. Give them to
        whoever has it now, then discard them. Signing out deletes them as well.
      </p>
      <ScrollList label={`Marks of ${label}`} height="medium">
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ScrollList>
      <div className={`${classes['line']} ${classes['lost']}`}>
        <Button variant="default" disabled={copying.isPending} onClick={() => copying.mutate()}>
          Copy
        </Button>
        <ConfirmButton
          icon={IconTrash}
          variant="subtle"
          color="brick"
          label="Discard"
          title="Discard these marks?"
          destructive
          action={{
            run: () => Promise.resolve(discardClass(email, classDay)),
            failed: '',
          }}
        >
          {`Your marks of ${label} are deleted from this device. They have not been submitted.`}
        </ConfirmButton>
      </div>
    </Card>
  );
};

/** Unsubmitted marks of classes that their teacher cannot open any more, to be read, copied and discarded. */
const LostClasses = ({ lost }: { readonly lost: readonly ClassDay[] }) =>
  lost.map((classDay) => <LostClass key={classKey(classDay)} classDay={classDay} />);

export default LostClasses;
