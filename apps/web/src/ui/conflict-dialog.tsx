import type { RosterConflict } from '@campus/contract';
import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { MarkTypes } from '../lib/marking/marking.ts';
import type { Sending } from '../lib/marking/sending.ts';
import { Dialog, DialogActions } from './dialog.tsx';
import { ConflictChoice } from './conflict-choice.tsx';
import { ScrollList } from './scroll-list.tsx';
import classes from './conflict-dialog.module.css';

/** A student who differs, as the dialog shows them. */
interface Student {
  readonly key: string;
  readonly name: string;
  readonly theirs: ReactNode;
  /** Who has stored that, and when. */
  readonly by: string;
  readonly mine: ReactNode;
}

type Theirs = Pick<RosterConflict, 'studentName' | 'changedBy' | 'changedAt'>;

interface ConflictDialogProps<T extends MarkTypes> {
  /** Of the class that is sent: see `useSending`. */
  readonly sending: Pick<Sending<T>, 'differing' | 'busy' | 'decide' | 'dismissConflict'>;
  readonly title: string;
  /** What is being done with one's own. */
  readonly verb: 'Send' | 'Save';
  readonly renderMark: (mark: T['sent'] | T['theirs']) => ReactNode;
  readonly timeOf: (instant: string) => string;
}

const doing = { Send: 'sending', Save: 'saving' } as const;

const Stored = ({ theirs, by }: Pick<Student, 'theirs' | 'by'>) => (
  <>
    <span className={classes['value']}>{theirs}</span>
    <span className={classes['by']}>by {by}</span>
  </>
);

/** The one student who differs: the two buttons at the foot say it all. */
const OneStudent = ({ name, theirs, by, mine }: Student) => (
  <li>
    <b>{name}</b>
    <dl className={classes['both']}>
      <dt>Stored now</dt>
      <dd>
        <Stored theirs={theirs} by={by} />
      </dd>
      <dt>Yours</dt>
      <dd>
        <span className={classes['value']}>{mine}</span>
      </dd>
    </dl>
  </li>
);

interface OfManyProps {
  readonly student: Student;
  readonly mine: boolean;
  readonly busy: boolean;
  readonly onChoose: (mine: boolean) => void;
}

const OneOfMany = ({ student, mine, busy, onChoose }: OfManyProps) => (
  <li>
    <fieldset className={classes['student']}>
      <legend>{student.name}</legend>
      <ConflictChoice
        name={`differing-${student.key}`}
        options={[
          {
            whose: 'theirs',
            label: 'Stored now',
            content: <Stored theirs={student.theirs} by={student.by} />,
          },
          {
            whose: 'mine',
            label: 'Yours',
            content: <span className={classes['value']}>{student.mine}</span>,
          },
        ]}
        chosen={mine ? 'mine' : 'theirs'}
        disabled={busy}
        onChoose={(whose) => onChoose(whose === 'mine')}
      />
    </fieldset>
  </li>
);

interface OpenProps {
  readonly differing: readonly Student[];
  readonly verb: 'Send' | 'Save';
  readonly busy: boolean;
  /** @param mine keys of the students whose own entry goes out; of the others theirs is kept */
  readonly onDecide: (mine: ReadonlySet<string>) => void;
  readonly onClose: () => void;
}

const One = ({ differing, verb, busy, onDecide, onClose }: OpenProps) => (
  <>
    <p className={classes['intro']}>
      1 student differs from what you are {doing[verb]}. Nothing was overwritten.
    </p>
    <ScrollList label="Students who differ" height="medium">
      {differing.map((student) => (
        <OneStudent {...student} key={student.key} />
      ))}
    </ScrollList>
    <DialogActions>
      <Button variant="default" onClick={onClose} disabled={busy}>
        Cancel
      </Button>
      <Button variant="light" onClick={() => onDecide(new Set())} disabled={busy} data-autofocus>
        Keep theirs
      </Button>
      <Button onClick={() => onDecide(new Set(differing.map(({ key }) => key)))} disabled={busy}>
        {verb} mine
      </Button>
    </DialogActions>
  </>
);

/** Theirs is kept of everybody until one's own is chosen. */
const Many = ({ differing, verb, busy, onDecide, onClose }: OpenProps) => {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const mine = differing.filter(({ key }) => chosen.has(key));
  const choose = (keys: readonly string[], own: boolean): void => {
    const next = new Set(chosen);
    for (const key of keys)
      if (own) next.add(key);
      else next.delete(key);
    setChosen(next);
  };
  const all = differing.map(({ key }) => key);
  const action = (): string => {
    if (mine.length === 0) return 'Keep theirs';
    return mine.length === all.length ? `${verb} mine` : `${verb} ${mine.length} of mine`;
  };
  return (
    <>
      <p className={classes['intro']}>
        {all.length} students differ from what you are {doing[verb]}. Nothing was overwritten.
      </p>
      <div className={classes['all']}>
        <Button variant="default" onClick={() => choose(all, false)} disabled={busy} data-autofocus>
          Take all of theirs
        </Button>
        <Button variant="default" onClick={() => choose(all, true)} disabled={busy}>
          Keep all of mine
        </Button>
      </div>
      <ScrollList label="Students who differ" height="medium">
        {differing.map((student) => (
          <OneOfMany
            key={student.key}
            student={student}
            mine={chosen.has(student.key)}
            busy={busy}
            onChoose={(own) => choose([student.key], own)}
          />
        ))}
      </ScrollList>
      <DialogActions>
        <Button variant="default" onClick={onClose} disabled={busy}>
          Cancel
        </Button>
        <Button onClick={() => onDecide(new Set(mine.map(({ key }) => key)))} disabled={busy}>
          {action()}
        </Button>
      </DialogActions>
    </>
  );
};

/** Someone else has stored something else meanwhile: who differs, and the choice, for each. */
export const ConflictDialog = <T extends MarkTypes & { readonly theirs: Theirs }>(
  props: ConflictDialogProps<T>,
) => {
  const { sending, title, verb, renderMark, timeOf } = props;
  const { busy, decide: onDecide, dismissConflict: onClose } = sending;
  const differing = sending.differing?.map(({ key, theirs, mine }) => ({
    key,
    name: theirs.studentName,
    theirs: renderMark(theirs),
    by: `${theirs.changedBy}, ${timeOf(theirs.changedAt)}`,
    mine: renderMark(mine),
  }));
  const open = { verb, busy, onDecide, onClose };
  return (
    <Dialog opened={differing !== undefined} onClose={onClose} title={title} busy={busy}>
      {differing?.length === 1 && <One {...open} differing={differing} />}
      {differing && differing.length > 1 && (
        <Many
          {...open}
          differing={differing}
          // Refused once more: others differ now, and are decided again.
          key={differing.map(({ key, by }) => `${key} ${by}`).join()}
        />
      )}
    </Dialog>
  );
};
