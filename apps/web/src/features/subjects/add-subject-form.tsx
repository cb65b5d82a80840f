import {
  audienceFields,
  type BodyIn,
  type Enrollment,
  fieldNames,
  isRequired,
  listLimits,
  subjectFields,
  subjects,
} from '@campus/contract';
import { IconUsersPlus } from '@tabler/icons-react';
import { useId } from 'react';
import { call } from '../../lib/call.ts';
import { pluralize } from '../../lib/count.ts';
import { blankOf, sentValues } from '../../lib/field-values.ts';
import { useReply } from '../../lib/query.ts';
import { FormMessages } from '../../ui/form.tsx';
import { useForm } from '../../ui/use-form.ts';
import { Banner } from '../../ui/banner.tsx';
import { Card } from '../../ui/page.tsx';
import { FieldInput } from '../../ui/field-input.tsx';
import { IconButton } from '../../ui/actions.tsx';
import { PersonField } from '../../ui/person-field.tsx';
import {
  AudienceCount,
  audienceNames,
  CollapsibleAudience,
  type AudienceDraft,
  useAudienceCount,
} from './audience-fields.tsx';
import { missingIn, sentSubject } from './subject-values.ts';
import classes from './add-subject-form.module.css';

interface EnrolmentPreviewProps {
  readonly id: string;
  readonly audience: AudienceDraft;
}

/** How many students would be enrolled, counted for the audience as it is typed. */
const EnrolmentPreview = ({ id, audience }: EnrolmentPreviewProps) => {
  const asked = useAudienceCount(audience);
  const counted = useReply(subjects.countAudience, asked.settings);
  const { data } = counted;
  const most = listLimits.rows;
  return (
    <AudienceCount id={id} counted={counted} asked={asked}>
      {data && `This would enrol ${pluralize(data.students, 'student')}.`}
      {data &&
        data.students > most &&
        ` A class has at most ${pluralize(most, 'student')}: say above whom it is for.`}
    </AudienceCount>
  );
};

const blank = blankOf([...fieldNames(subjectFields), ...audienceNames]);

/** The request body; without an audience the subject is for everyone. */
const subjectOf = (values: typeof blank) =>
  ({
    ...sentSubject(fieldNames(subjectFields), values),
    ...(audienceNames.some((name) => values[name].trim()) && {
      audience: sentValues(audienceFields, audienceNames, values),
    }),
  }) as BodyIn<typeof subjects.createForAll>;

export const AddSubjectForm = (props: { readonly onCreated: (enrollment: Enrollment) => void }) => {
  const previewId = useId();
  const {
    fieldProps,
    textProps,
    values: typed,
    busy,
    save,
    ...others
  } = useForm({
    draftKey: 'subject',
    initial: blank,
    check: (values, unreadable) =>
      missingIn(values, 'All fields are required') ??
      Object.fromEntries(unreadable.map((name) => [name, 'Must be a whole number'])),
    send: (values) => call(subjects.createForAll, { body: subjectOf(values) }),
    clears: true,
    onStored: props.onCreated,
    failed: 'The enrollment could not be created',
    alwaysShowsMessage: true,
  });
  const { form, onSubmit, problem, onDismiss, offer } = others.props;
  return (
    <Card>
      <form ref={form} noValidate onSubmit={onSubmit} className={classes['form']}>
        <FormMessages problem="" offer={offer} />
        <fieldset disabled={busy} className={classes['fields']}>
          {fieldNames(subjectFields).map((name) =>
            name === 'emailId' ? (
              <PersonField key={name} kind="teacher" {...textProps(name)} />
            ) : (
              <FieldInput
                key={name}
                name={name}
                field={subjectFields[name]}
                form={{ fieldProps, textProps }}
                required={isRequired(subjectFields[name])}
                {...(name === 'credits' && { placeholder: '0' })}
              />
            ),
          )}
          <CollapsibleAudience form={{ fieldProps, textProps }} />
        </fieldset>
        <IconButton
          type="submit"
          size="md"
          fullWidth
          icon={IconUsersPlus}
          disabled={busy}
          aria-describedby={previewId}
        >
          {busy ? 'Processing...' : 'Enroll All Students'}
        </IconButton>
        <EnrolmentPreview id={previewId} audience={typed} />
        {problem && (
          <Banner kind="error" onDismiss={onDismiss}>
            {problem}
          </Banner>
        )}
        {save.isSuccess && (
          <Banner kind="success" autoHideMs={3000} onDismiss={save.reset}>
            Enrollment created successfully!
          </Banner>
        )}
      </form>
    </Card>
  );
};
