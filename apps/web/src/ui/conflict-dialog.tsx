import type { RosterConflict } from '@campus/contract';
import { Button, type ButtonProps } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useTimeOnCampus } from '../lib/campus.ts';
import { pluralize } from '../lib/count.ts';
import type { MarkTypes } from '../lib/marking/marking.ts';
import type { Sending } from '../lib/marking/sending.ts';
import { Dialog, DialogActions } from './actions.tsx';
import { ConflictChoice } from './conflict-choice.tsx';
import { ScrollList } from './scroll-list.tsx';
import classes from './conflict-dialog.module.css';

/** A student whose marks differ, as shown in the dialog. */
interface Student {
  readonly key: string;
  readonly name: string;
  readonly theirs: ReactNode;
  /** Who stored the other mark, and when. */
  readonly by: string;
  readonly mine: ReactNode;
}

type Theirs = Pick<RosterConflict, 'studentName' | 'changedBy' | 'changedAt'>;

interface ConflictDialogProps<T extends MarkTypes> {
  /** From `useSending` of the class. */
  readonly sending: Pick<Sending<T>, 'conflicts' | 'busy' | 'decide' | 'dismissConflict'>;
  readonly title: string;
  /** What happens to the person's own marks. */
  readonly verb: 'Send' | 'Save';
  readonly renderMark: (mark: T['sent'] | T['theirs']) => ReactNode;
}

/** Above this number of students the choice is made for all of them together. */
const maxListed = 300;

const progressVerb = { Send: 'sending', Save: 'saving' } as const;

const StoredMark = ({ theirs, by }: Pick<Student, 'theirs' | 'by'>) => (
  <>
    <span className={classes['value']}>{theirs}</span>
    <span className={classes['author']}>by {by}</span>
  </>
);

/** A single student needs no choice here: the two buttons below say it all. */
const SingleConflict = ({ name, theirs, by, mine }: Student) => (
  <li>
    <b>{name}</b>
    <dl className={classes['both']}>
      <dt>Stored now</dt>
      <dd>
        <StoredMark theirs={theirs} by={by} />
      </dd>
      <dt>Yours</dt>
      <dd>
        <span className={classes['value']}>{mine}</span>
      </dd>
    </dl>
  </li>
);

interface OpenProps {
  readonly conflicts: readonly Student[];
  readonly verb: 'Send' | 'Save';
  readonly busy: boolean;
  /** @param mine keys of the students whose own entry is sent; for the others the stored one stays */
  readonly onDecide: (mine: ReadonlySet<string>) => void;
  readonly onClose: () => void;
}

/** With several students, the stored entries stay unless the person chooses their own. */
const ConflictList = ({ conflicts, verb, busy, onDecide, onClose }: OpenProps) => {
  const [mine, setMine] = useState<ReadonlySet<string>>(new Set());
  const all = conflicts.map(({ key }) => key);
  const isOne = all.length === 1;
  const ofMany = ({ key, name, ...student }: Student) => (
    <li key={key}>
      <fieldset className={classes['student']}>
        <legend>{name}</legend>
        <ConflictChoice
          name={`differing-${key}`}
          options={[
            { source: 'theirs', label: 'Stored now', content: <StoredMark {...student} /> },
            {
              source: 'mine',
              label: 'Yours',
              content: <span className={classes['value']}>{student.mine}</span>,
            },
          ]}
          chosen={mine.has(key) ? 'mine' : 'theirs'}
          disabled={busy}
          onChoose={(whose) =>
            setMine(
              new Set([...mine].filter((one) => one !== key).concat(whose === 'mine' ? key : [])),
            )
          }
        />
      </fieldset>
    </li>
  );
  const button = (
    words: string,
    onClick: () => void,
    more?: ButtonProps & { readonly 'data-autofocus'?: true },
  ) => (
    <Button variant="default" onClick={onClick} disabled={busy} {...more}>
      {words}
    </Button>
  );
  const decide = (keys: Iterable<string>) => () => onDecide(new Set(keys));
  const sent = mine.size === all.length ? `${verb} mine` : `${verb} ${mine.size} of mine`;
  const first = { 'data-autofocus': true } as const;
  return (
    <>
      <p className={classes['intro']}>
        {pluralize(all.length, 'student differs', 'students differ')} from what you are{' '}
        {progressVerb[verb]}. Nothing was overwritten.
      </p>
      {!isOne && (
        <div className={classes['all']}>
          {button('Take all of theirs', () => setMine(new Set()), first)}
          {button('Keep all of mine', () => setMine(new Set(all)))}
        </div>
      )}
      <ScrollList label="Students who differ" height="medium">
        {isOne
          ? conflicts.map((student) => <SingleConflict {...student} key={student.key} />)
          : conflicts.slice(0, maxListed).map(ofMany)}
      </ScrollList>
      {all.length > maxListed && (
        <p>{`And ${pluralize(all.length - maxListed, 'more student')}: theirs unless you keep all of yours.`}</p>
      )}
      <DialogActions>
        {button('Cancel', onClose)}
        {isOne && button('Keep theirs', decide([]), { variant: 'light', ...first })}
        {isOne
          ? button(`${verb} mine`, decide(all), { variant: 'filled' })
          : button(mine.size === 0 ? 'Keep theirs' : sent, decide(mine), { variant: 'filled' })}
      </DialogActions>
    </>
  );
};

/** Someone else has stored other marks meanwhile: shows which differ and lets the person choose for each student. */
export const ConflictDialog = <T extends MarkTypes & { readonly theirs: Theirs }>(
  props: ConflictDialogProps<T>,
) => {
  const { sending, title, verb, renderMark } = props;
  const formatTime = useTimeOnCampus();
  const { busy, decide: onDecide, dismissConflict: onClose } = sending;
  const differing = sending.conflicts?.map(({ key, theirs, mine }) => ({
    key,
    name: theirs.studentName,
    theirs: renderMark(theirs),
    by: `${theirs.changedBy}, ${formatTime(theirs.changedAt)}`,
    mine: renderMark(mine),
  }));
  const open = { verb, busy, onDecide, onClose };
  return (
    <Dialog opened={differing !== undefined} onClose={onClose} title={title} busy={busy}>
      {differing && (
        <ConflictList
          {...open}
          conflicts={differing}
          // After a further conflict other students may differ, so the choice starts afresh.
          key={differing.map(({ key, by }) => `${key} ${by}`).join()}
        />
      )}
    </Dialog>
  );
};
