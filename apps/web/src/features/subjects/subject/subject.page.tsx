import {
  audienceInWords,
  type Fields,
  type SubjectDetails,
  subjectFields,
  subjects,
} from '@campus/contract';
import { IconBooks, IconPencil } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { call } from '../../../lib/call.ts';
import { formatDay } from '../../../lib/day.ts';
import { draftOf, labelsOf, touched, unreadable } from '../../../lib/field-values.ts';
import { queryOf } from '../../../lib/query.ts';
import { useForm } from '../../../lib/use-form.ts';
import { Banner } from '../../../ui/banner.tsx';
import { CardColumns } from '../../../ui/card-layout.tsx';
import { Card } from '../../../ui/card.tsx';
import { DefinitionList } from '../../../ui/definition-list.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { FieldInputs } from '../../../ui/field-input.tsx';
import { DialogForm } from '../../../ui/form.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { PersonField } from '../../../ui/person-field.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { PageHead } from '../../../ui/page-head.tsx';
import { notifySuccess } from '../../../ui/toasts.tsx';
import { missingIn, sentSubject } from '../subject-values.ts';
import { refreshSubjects } from '../terms/terms.api.ts';
import { StudentsCard } from './students-card.tsx';
import classes from './subject.module.css';

const subjectQuery = (subjectId: string) =>
  queryOf(subjects.readSubject, { params: { subjectId } });

interface EditSubjectFormProps {
  readonly subject: SubjectDetails;
  readonly onClose: () => void;
}

/** Name, code, credits and teacher of a subject. Only what was touched is sent. */
const EditSubjectForm = ({ subject, onClose }: EditSubjectFormProps) => {
  const client = useQueryClient();
  const { props, ...form } = useForm({
    opened: draftOf(subjectFields, subject),
    version: subject.version,
    check: (values, half) =>
      missingIn(values, 'Name, code and e-mail are required.') ??
      Object.fromEntries(half.map((name) => [name, unreadable((subjectFields as Fields)[name])])),
    send: async (values, { opened, version }) => {
      const names = touched(values, opened);
      // Nothing was touched: nothing to store.
      if (names.length === 0) return null;
      const body = sentSubject(names, values);
      return call(subjects.changeSubject, {
        params: { subjectId: subject.id },
        body,
        seen: version,
      });
    },
    onStored: (stored) => {
      if (stored) {
        client.setQueryData(subjectQuery(subject.id).queryKey, stored);
        void refreshSubjects(client);
        notifySuccess('Subject saved.');
      }
      onClose();
    },
    failed: 'The subject could not be saved. Please try again.',
  });
  return (
    <DialogForm {...props} labels={labelsOf(subjectFields)} action="Save">
      <FieldInputs
        fields={subjectFields}
        form={form}
        inputs={{ subjectName: { 'data-autofocus': true } }}
        instead={{ emailId: <PersonField of="teacher" {...form.textOf('emailId')} /> }}
      />
    </DialogForm>
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
  const query = useQuery(subjectQuery(subjectId));
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
            <IconButton icon={IconPencil} onClick={() => setEditing(true)}>
              Edit Subject
            </IconButton>
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
            <Dialog opened={editing} onClose={() => setEditing(false)} title="Edit Subject">
              <EditSubjectForm subject={loaded} onClose={() => setEditing(false)} />
            </Dialog>
          </>
        )}
      </Loaded>
    </>
  );
};

export default SubjectPage;
