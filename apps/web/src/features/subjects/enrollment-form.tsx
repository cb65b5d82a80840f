import {
  audienceFields,
  type BodyIn,
  type Enrollment,
  fieldNames,
  isRequired,
  subjectFields,
  subjects,
} from '@campus/contract';
import { IconUsersPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { call } from '../../lib/call.ts';
import { errorText } from '../../lib/error-text.ts';
import { blankOf, sentValues } from '../../lib/field-values.ts';
import { useForm } from '../../lib/use-form.ts';
import { Banner } from '../../ui/banner.tsx';
import { Card } from '../../ui/card.tsx';
import { FieldInput, type FormFields } from '../../ui/field-input.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { PersonField } from '../../ui/person-field.tsx';
import { missingIn, sentSubject } from './subject-values.ts';
import audienceClasses from './audience-fields.module.css';
import classes from './enrollment-form.module.css';

const names = fieldNames(audienceFields);

/** Who a subject is for, folded away: blank means everyone. Open while a field in it is refused. */
const AudienceFields = ({ form }: { readonly form: FormFields }) => {
  const [open, setOpen] = useState(false);
  const refused = names.some((name) => form.field(name).error);
  return (
    <details
      className={audienceClasses['audience']}
      open={open || refused}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary>Only for…</summary>
      <p className={audienceClasses['line']}>
        Leave blank what does not matter. With all of it blank everyone is enrolled.
      </p>
      <div className={audienceClasses['fields']}>
        {names.map((name) => (
          <FieldInput key={name} name={name} field={audienceFields[name]} form={form} />
        ))}
      </div>
    </details>
  );
};

const audienceNames = fieldNames(audienceFields);
const blank = blankOf([...fieldNames(subjectFields), ...audienceNames]);

/** The subject of the wire; without an audience it is for everyone. */
const subjectOf = (values: typeof blank) =>
  ({
    ...sentSubject(fieldNames(subjectFields), values),
    ...(audienceNames.some((name) => values[name].trim()) && {
      audience: sentValues(audienceFields, audienceNames, values),
    }),
  }) as BodyIn<typeof subjects.createForAll>;

const failed = 'The enrollment could not be created';

export const EnrollmentForm = (props: { readonly onCreated: (enrollment: Enrollment) => void }) => {
  const { field, textOf, busy, save, ...others } = useForm({
    opened: blank,
    check: (values, unreadable) =>
      missingIn(values, 'All fields are required') ??
      // A semester that the browser cannot read comes as blank, which would mean everyone.
      Object.fromEntries(
        unreadable
          .filter((name) => name !== 'credits')
          .map((name) => [name, 'Must be a whole number']),
      ),
    send: (values) => call(subjects.createForAll, { body: subjectOf(values) }),
    clears: true,
    onStored: props.onCreated,
    failed,
    onRefused: (error) => errorText(error, failed),
  });
  const { form, onSubmit, problem, onDismiss } = others.props;
  return (
    <Card>
      <form ref={form} noValidate onSubmit={onSubmit} className={classes['form']}>
        <fieldset disabled={busy} className={classes['fields']}>
          {fieldNames(subjectFields).map((name) =>
            name === 'emailId' ? (
              <PersonField key={name} of="teacher" {...textOf(name)} />
            ) : (
              <FieldInput
                key={name}
                name={name}
                field={subjectFields[name]}
                form={{ field, textOf }}
                required={isRequired(subjectFields[name])}
                {...(name === 'credits' && { placeholder: '0' })}
              />
            ),
          )}
          <AudienceFields form={{ field, textOf }} />
        </fieldset>
        <IconButton type="submit" size="md" fullWidth icon={IconUsersPlus} disabled={busy}>
          {busy ? 'Processing...' : 'Enroll All Students'}
        </IconButton>
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
