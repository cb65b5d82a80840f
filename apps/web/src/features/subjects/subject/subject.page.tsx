import { audienceInWords, type RecordChange, type SubjectDetails } from '@campus/contract';
import { Button } from '@mantine/core';
import { IconBooks, IconPencil } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { campusQuery } from '../../../lib/campus.ts';
import { conflictOf } from '../../../lib/conflict-of.ts';
import { formatDay } from '../../../lib/day.ts';
import { unreadableFields } from '../../../lib/unreadable-fields.ts';
import { Banner } from '../../../ui/banner.tsx';
import { CardColumns } from '../../../ui/card-layout.tsx';
import { Card } from '../../../ui/card.tsx';
import { DefinitionList } from '../../../ui/definition-list.tsx';
import { DialogForm, FieldPair } from '../../../ui/dialog-form.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { TextField } from '../../../ui/fields.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { PageHead } from '../../../ui/page-head.tsx';
import { RecordConflict } from '../../../ui/record-conflict.tsx';
import { notifySuccess } from '../../../ui/toasts.tsx';
import { useDialogForm } from '../../../ui/use-dialog-form.ts';
import { WholeNumberField } from '../../../ui/whole-number-field.tsx';
import { TeacherField } from '../teacher-field.tsx';
import { StudentsCard } from './students-card.tsx';
import {
  changeOf,
  openedAfter,
  subjectLabels,
  untouchedChanges,
  valuesOf,
} from './subject-draft.ts';
import { changeSubject, subjectOptions } from './subject.api.ts';
import classes from './subject.module.css';

interface EditProps {
  readonly subject: SubjectDetails;
  readonly onClose: () => void;
  readonly onBusy: (busy: boolean) => void;
}

const EditForm = ({ subject, onClose, onBusy }: EditProps) => {
  const client = useQueryClient();
  const { data: campus } = useQuery(campusQuery);
  const [opened, setOpened] = useState(() => valuesOf(subject));
  const [version, setVersion] = useState(subject.version);
  const [conflict, setConflict] = useState<readonly RecordChange[]>([]);

  const {
    values,
    field,
    textOf,
    props: formProps,
  } = useDialogForm({
    opened,
    onBusy,
    read: (now, form) => {
      const missing = (['subjectName', 'subjectCode', 'emailId'] as const).filter(
        (name) => !now[name].trim(),
      );
      if (missing.length > 0)
        return {
          wrong: Object.fromEntries(missing.map((name) => [name, true])),
          because: 'Name, code and e-mail are required.',
        };
      return unreadableFields(form).length > 0
        ? { wrong: { credits: 'Credits must be a whole number' } }
        : { send: changeOf(now, opened) };
    },
    // Nothing was touched: nothing to store.
    send: async (change) =>
      Object.keys(change).length === 0 ? null : changeSubject({ id: subject.id, version }, change),
    onStored: (stored) => {
      if (stored) {
        client.setQueryData(subjectOptions(subject.id).queryKey, stored);
        void client.invalidateQueries({ queryKey: ['subjects'] });
        notifySuccess('Subject saved.');
      }
      onClose();
    },
    failed: 'The subject could not be saved. Please try again.',
    onRefused: (error) => {
      const changes = conflictOf(error);
      if (!changes[0]) return false;
      for (const { field: name, now } of untouchedChanges(values, opened, changes))
        textOf(name).onText(now ?? '');
      setOpened(openedAfter(opened, changes));
      setVersion(changes[0].version);
      setConflict(changes);
      return true;
    },
  });

  return (
    <DialogForm
      {...formProps}
      onClose={onClose}
      above={
        conflict.length > 0 &&
        !formProps.busy && (
          <RecordConflict changes={conflict} labels={subjectLabels} timeZone={campus?.timezone} />
        )
      }
      action="Save"
    >
      <TextField
        label={subjectLabels.subjectName}
        required
        data-autofocus
        {...field('subjectName')}
      />
      <FieldPair>
        <TextField label={subjectLabels.subjectCode} required {...field('subjectCode')} />
        <WholeNumberField label={subjectLabels.credits} min={0} {...textOf('credits')} />
      </FieldPair>
      <TeacherField {...textOf('emailId')} />
    </DialogForm>
  );
};

interface EditSubjectDialogProps {
  readonly subject: SubjectDetails;
  readonly opened: boolean;
  readonly onClose: () => void;
}

/** Name, code, credits and teacher of a subject. Only what was touched is sent. */
const EditSubjectDialog = ({ subject, opened, onClose }: EditSubjectDialogProps) => {
  const [busy, setBusy] = useState(false);
  return (
    <Dialog opened={opened} onClose={onClose} title="Edit Subject" busy={busy}>
      <EditForm subject={subject} onClose={onClose} onBusy={setBusy} />
    </Dialog>
  );
};

const Details = ({ subject }: { readonly subject: SubjectDetails }) => (
  <Card title="Details">
    <DefinitionList
      items={[
        ['Code', subject.subjectCode],
        ['Credits', subject.credits],
        ['Teacher', subject.teacherName],
        ['Email ID', subject.emailId],
        ['For', audienceInWords(subject.audience)],
        ['Term', subject.term.name],
        ['Students', subject.students.toLocaleString('en')],
        ['Classes marked', subject.totalClasses],
      ]}
    />
  </Card>
);

const SubjectPage = () => {
  const { subjectId = '' } = useParams({ strict: false });
  const query = useQuery(subjectOptions(subjectId));
  const { data: subject } = query;
  const [editing, setEditing] = useState(false);
  const closed = subject?.term.state === 'closed';

  return (
    <>
      <PageHead
        title={subject?.subjectName ?? 'Subject'}
        line={
          subject ? (
            <>
              {closed ? (
                <Link to="/admin/terms/$termId" params={{ termId: subject.term.id }}>
                  {subject.term.name}
                </Link>
              ) : (
                <Link to="/admin/classes">All subjects</Link>
              )}{' '}
              · {!closed && `${subject.term.name}, `}
              {formatDay(subject.term.startsOn)} to {formatDay(subject.term.endsOn)}
              {closed && ' · closed, read only'}
            </>
          ) : undefined
        }
        actions={
          subject &&
          !closed && (
            <Button
              leftSection={<IconPencil size={18} stroke={1.75} aria-hidden />}
              onClick={() => setEditing(true)}
            >
              Edit Subject
            </Button>
          )
        }
      />
      <Loaded
        query={query}
        what="subject"
        rows={8}
        columns={2}
        missing={{
          icon: IconBooks,
          text: 'There is no such subject.',
          action: <Link to="/admin/classes">All subjects</Link>,
        }}
      >
        {(loaded) => (
          <>
            {!closed && !loaded.teacherActive && (
              <div className={classes['notice']}>
                <Banner kind="error">
                  {loaded.teacherName} is no longer active. Edit the subject to hand it to another
                  teacher.
                </Banner>
              </div>
            )}
            <CardColumns side={354} stackedTo={1100}>
              <Details subject={loaded} />
              <StudentsCard key={loaded.id} subject={loaded} />
            </CardColumns>
            <EditSubjectDialog
              subject={loaded}
              opened={editing}
              onClose={() => setEditing(false)}
            />
          </>
        )}
      </Loaded>
    </>
  );
};

export default SubjectPage;
