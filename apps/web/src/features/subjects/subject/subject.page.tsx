import {
  type AudienceChange,
  audienceFields,
  audienceInWords,
  type Fields,
  schoolPerformance,
  type SubjectDetails,
  subjectFields,
  subjects,
} from '@campus/contract';
import { IconBooks, IconPencil, IconTrash, IconUsersGroup } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { useId } from 'react';
import { May } from '../../../lib/may-call.tsx';
import { call } from '../../../lib/call.ts';
import { pluralize, formatCount } from '../../../lib/count.ts';
import { formatDay } from '../../../lib/day.ts';
import { addedInWords } from '../../../lib/instant.ts';
import {
  changedFields,
  draftOf,
  labelsOf,
  sentValues,
  unreadable,
} from '../../../lib/field-values.ts';
import { queryOf, useReply } from '../../../lib/query.ts';
import { DialogForm } from '../../../ui/form.tsx';
import { useForm } from '../../../ui/use-form.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Card, CardColumns, CardStack, Page } from '../../../ui/page.tsx';
import { DefinitionList } from '../../../ui/definition-list.tsx';
import { DialogButton, ConfirmButton } from '../../../ui/actions.tsx';
import { FieldInputs } from '../../../ui/field-input.tsx';
import { PersonField } from '../../../ui/person-field.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { notifySuccess } from '../../../ui/toasts.tsx';
import {
  AudienceCount,
  AudienceFields,
  audienceNames,
  isCounted,
  useAudienceCount,
} from '../audience-fields.tsx';
import { missingIn, sentSubject } from '../subject-values.ts';
import { subjectPaths } from '../terms/terms.api.ts';
import { HelpersCard } from './helpers-card.tsx';
import { SectionsCard } from './sections-card.tsx';
import { StudentsCard } from './students-card.tsx';
import classes from './subject.module.css';

const subjectQuery = (subjectId: string) =>
  queryOf(subjects.readSubject, { params: { subjectId } });

/** Edits name, code, credits and teacher of a subject; only changed fields are sent. */
const EditSubjectForm = ({ subject }: { readonly subject: SubjectDetails }) => {
  const client = useQueryClient();
  const { props, ...form } = useForm({
    draftKey: `subject ${subject.id}`,
    initial: draftOf(subjectFields, subject),
    version: subject.version,
    check: (values, half) =>
      missingIn(values, 'Name, code and e-mail are required.') ??
      Object.fromEntries(half.map((name) => [name, unreadable((subjectFields as Fields)[name])])),
    send: async (values, { initial, version }) => {
      const names = changedFields(values, initial);
      if (names.length === 0) return null;
      const body = sentSubject(names, values);
      return call(subjects.changeSubject, {
        params: { subjectId: subject.id },
        body,
        ifMatch: version,
      });
    },
    onStored: (stored) => {
      if (!stored) return;
      client.setQueryData(subjectQuery(subject.id).queryKey, stored);
      notifySuccess('Subject saved.');
    },
    refreshes: subjectPaths,
    failed: 'The subject could not be saved. Please try again.',
  });
  return (
    <DialogForm {...props} labels={labelsOf({ ...subjectFields, ...audienceFields })} action="Save">
      <FieldInputs
        fields={subjectFields}
        form={form}
        instead={{ emailId: <PersonField kind="teacher" {...form.textProps('emailId')} /> }}
      />
    </DialogForm>
  );
};

/** What a new audience would change, as a sentence; null if nothing. */
const changeInWords = ({ enrolled, removed, ended }: AudienceChange): string | null => {
  const parts = [
    enrolled > 0 && `enrol ${pluralize(enrolled, 'student')}`,
    removed + ended > 0 && `take ${pluralize(removed + ended, 'student')} out`,
  ].filter((part) => part !== false);
  const kept =
    ended > 0
      ? ` What is recorded of ${formatCount(ended)} of them stays: their last day is yesterday.`
      : '';
  return parts.length === 0 ? null : `This would ${parts.join(' and ')}.${kept}`;
};

/** Edits whom a subject is for, with the number of students before the click. */
const AudienceForm = ({ subject }: { readonly subject: SubjectDetails }) => {
  const would = useId();
  const params = { subjectId: subject.id };
  const planned = subject.term.state === 'planned';
  const { props, values, ...form } = useForm({
    draftKey: `audience ${subject.id}`,
    initial: draftOf(audienceFields, subject.audience),
    version: subject.version,
    // A semester that the browser cannot parse arrives as blank, which would mean everyone.
    check: (_, half) =>
      Object.fromEntries(half.map((name) => [name, unreadable((audienceFields as Fields)[name])])),
    send: (typed, { version }) =>
      call(subjects.changeAudience, {
        params,
        body: sentValues(audienceFields, audienceNames, typed),
        ifMatch: version,
      }),
    done: ({ students }) =>
      planned
        ? `The audience is saved. It is enrolled when ${subject.term.name} opens.`
        : `${pluralize(students, 'student is', 'students are')} enrolled now.`,
    refreshes: subjectPaths,
    failed: 'The audience could not be changed. Please try again.',
  });
  const asked = useAudienceCount(values);
  const { settings } = asked;
  const change = useReply(subjects.countAudienceChange, {
    params,
    ...settings,
    enabled: settings.enabled && !planned,
  });
  const ofToday = useReply(subjects.countAudience, {
    ...settings,
    enabled: settings.enabled && planned,
  });
  const data = isCounted({ counted: change, asked }) ? change.data : undefined;
  return (
    <DialogForm
      {...props}
      labels={labelsOf({ ...subjectFields, ...audienceFields })}
      action={data ? `Change to ${pluralize(data.students, 'student')}` : 'Change Audience'}
    >
      <AudienceFields form={form} />
      <AudienceCount id={would} counted={planned ? ofToday : change} asked={asked}>
        {ofToday.data &&
          `${pluralize(ofToday.data.students, 'student')} of today. Whoever is of the audience when ${subject.term.name} opens is enrolled then.`}
        {data && (changeInWords(data) ?? 'This would change nobody’s enrolment.')}
      </AudienceCount>
    </DialogForm>
  );
};

/** Deletes a subject created by mistake; a refusal names what depends on it. */
const DeleteSubject = ({ subject }: { readonly subject: SubjectDetails }) => {
  const { id, subjectName, students } = subject;
  const navigate = useNavigate();
  return (
    <ConfirmButton
      needs={subjects.deleteSubject}
      variant="subtle"
      color="brick"
      icon={IconTrash}
      label="Delete"
      title="Delete this subject?"
      destructive
      action={{
        run: () => call(subjects.deleteSubject, { params: { subjectId: id } }),
        done: () => `${subjectName} is deleted.`,
        failed: 'The subject could not be deleted. Please try again.',
        onDone: () => navigate({ to: '/admin/classes' }),
        refreshes: subjectPaths,
      }}
    >
      No class of {subjectName} has been marked. It goes, and{' '}
      {pluralize(students, 'student is', 'students are')} no longer enrolled in it.
    </ConfirmButton>
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
        ['Students', formatCount(subject.students)],
        ['Classes marked', subject.totalClasses],
      ]}
    />
    <May call={schoolPerformance.listResultSheets}>
      <p className={classes['links']}>
        <Link to="/admin/classes/$subjectId/sheets" params={{ subjectId: subject.id }}>
          Result sheets of the class
        </Link>
      </p>
    </May>
  </Card>
);

const SubjectPage = () => {
  const { subjectId = '' } = useParams({ strict: false });
  const query = useQuery(subjectQuery(subjectId));
  const { data: subject } = query;
  const closed = subject?.term.state === 'closed';
  const open = subject?.term.state === 'open';

  return (
    <Page
      title={subject?.subjectName ?? 'Subject'}
      line={
        subject ? (
          <>
            {!open ? (
              <Link to="/admin/terms/$termId" params={{ termId: subject.term.id }}>
                {subject.term.name}
              </Link>
            ) : (
              <Link to="/admin/classes">All subjects</Link>
            )}{' '}
            · {open && `${subject.term.name}, `}
            {formatDay(subject.term.startsOn)} to {formatDay(subject.term.endsOn)}
            {closed && ' · closed, read only'}
            {!open && !closed && ' · planned: it shows to nobody else before the term opens'}
            {addedInWords(subject.added)}
          </>
        ) : undefined
      }
      actions={
        subject &&
        !closed && (
          <>
            {subject.totalClasses === 0 && <DeleteSubject subject={subject} />}
            <DialogButton
              needs={subjects.changeAudience}
              variant="light"
              icon={IconUsersGroup}
              label="Change Audience"
            >
              <AudienceForm subject={subject} />
            </DialogButton>
            <DialogButton needs={subjects.changeSubject} icon={IconPencil} label="Edit Subject">
              <EditSubjectForm subject={subject} />
            </DialogButton>
          </>
        )
      }
    >
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
            <CardColumns side={354}>
              <CardStack>
                <Details subject={loaded} />
                <SectionsCard subject={loaded} />
                <HelpersCard subject={loaded} />
              </CardStack>
              <StudentsCard key={loaded.id} subject={loaded} />
            </CardColumns>
          </>
        )}
      </Loaded>
    </Page>
  );
};

export default SubjectPage;
