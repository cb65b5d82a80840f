import { audienceFields, fieldNames } from '@campus/contract';
import { useState } from 'react';
import { FieldInput, type FormFields } from '../../ui/field-input.tsx';
import classes from './audience-fields.module.css';

const names = fieldNames(audienceFields);

/** Who a subject is for, folded away: blank means everyone. Open while a field in it is refused. */
export const AudienceFields = ({ form }: { readonly form: FormFields }) => {
  const [open, setOpen] = useState(false);
  const refused = names.some((name) => form.field(name).error);
  return (
    <details
      className={classes['audience']}
      open={open || refused}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary>Only for…</summary>
      <p className={classes['line']}>
        Leave blank what does not matter. With all of it blank everyone is enrolled.
      </p>
      <div className={classes['fields']}>
        {names.map((name) => (
          <FieldInput key={name} name={name} field={audienceFields[name]} form={form} />
        ))}
      </div>
    </details>
  );
};
