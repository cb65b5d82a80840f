import type { RosterEntry } from '@campus/contract';
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

interface Line {
  readonly present: boolean | null;
  readonly remarks?: string | null | undefined;
}

/** Names by e-mail, with the roll number where a name repeats. */
const namesIn = (shown: readonly RosterEntry[]): ReadonlyMap<string, string> => {
  const byName = Map.groupBy(shown, ({ studentName }) => studentName);
  return new Map(
    shown.map(({ studentEmail, studentName, studentRollNo }) => [
      studentEmail,
      byName.get(studentName)?.length === 1
        ? studentName
        : `${studentName} (${studentRollNo ?? studentEmail})`,
    ]),
  );
};

/**
 * Label and lines of a class by e-mail, `Asha Rao: present, late`: what was submitted, with the marks made since.
 * Without a submission, only e-mails are known.
 */
const contentOf = (person: string, classDay: ClassDay) => {
  const refused = readRefused(person, classDay);
  const names = namesIn(refused?.attempt.shown ?? []);
  const rows = new Map<string, Line>(
    refused?.attempt.sent.map((sent) => [sent.studentEmail, sent]),
  );
  for (const [email, { present, remarks }] of readUnsentMarks(unsentMarksKey(person, classDay))
    .marks)
    // A remark alone was submitted as absent.
    rows.set(email, { present: present ?? rows.get(email)?.present ?? null, remarks });
  return {
    label: refused?.label ?? `a class of ${formatDay(classDay.date)}`,
    lines: [...rows].map(([email, { present, remarks }]) => {
      const mark = present === null ? 'no mark' : present ? 'present' : 'absent';
      const text = `${names.get(email) ?? email}: ${mark}${remarks ? `, ${remarks}` : ''}`;
      return { email, text };
    }),
  };
};

const LostClass = ({ classDay }: { readonly classDay: ClassDay }) => {
  const { email } = usePerson();
  const { label, lines } = contentOf(email, classDay);
  const copying = useAction({
    run: () => navigator.clipboard.writeText([label, ...lines.map(({ text }) => text)].join('\n')),
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
          <li key={line.email}>{line.text}</li>
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
