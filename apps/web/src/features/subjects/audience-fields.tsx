import { audienceFields, fieldNames } from '@campus/contract';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { FieldInput, type FormFields } from '../../ui/field-input.tsx';
import classes from './audience-fields.module.css';

export const audienceNames = fieldNames(audienceFields);

/** As typed: blank parts mean everyone. */
export type AudienceDraft = Readonly<Record<(typeof audienceNames)[number], string>>;

export const AudienceFields = ({ form }: { readonly form: FormFields }) => (
  <>
    <p className={classes['line']}>
      Leave blank what does not matter. If all of it is blank, everyone is enrolled.
    </p>
    <div className={classes['fields']}>
      {audienceNames.map((name) => (
        <FieldInput key={name} name={name} field={audienceFields[name]} form={form} />
      ))}
    </div>
  </>
);

/** Whom a subject is for, folded away; blank means everyone. Opens when one of its fields is refused. */
export const CollapsibleAudience = ({ form }: { readonly form: FormFields }) => {
  const [open, setOpen] = useState(false);
  const refused = audienceNames.some((name) => form.fieldProps(name).error);
  return (
    <details
      className={classes['audience']}
      open={open || refused}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary>Only for…</summary>
      <AudienceFields form={form} />
    </details>
  );
};

/** Settings of a query that counts an audience as it is typed, and whether `typing` has outrun it. */
export const useAudienceCount = (audience: AudienceDraft) => {
  const [asked] = useDebouncedValue(audience, 300);
  const part = (name: keyof AudienceDraft): string | undefined => asked[name].trim() || undefined;
  return {
    typing: audienceNames.some((name) => audience[name] !== asked[name]),
    settings: {
      /** Values the server would refuse are not counted; the form reports them on submit. */
      enabled: audienceNames.every((name) => {
        const [field, text] = [audienceFields[name], part(name) ?? ''];
        if (field.type === 'text') return text.length <= field.max;
        return text === '' || (Number(text) >= field.min && Number(text) <= field.max);
      }),
      query: {
        course: part('course'),
        branch: part('branch'),
        semester: part('semester'),
        year: part('year'),
      },
      placeholderData: keepPreviousData,
    },
  };
};

interface Counting {
  readonly counted: { readonly isPlaceholderData: boolean; readonly data: unknown };
  readonly asked: ReturnType<typeof useAudienceCount>;
}

/** Whether the count is that of the audience as typed. */
export const isCounted = ({ counted, asked }: Counting): boolean =>
  asked.settings.enabled && !counted.isPlaceholderData && !asked.typing;

interface AudienceCountProps extends Counting {
  readonly id: string;
  readonly children: ReactNode;
}

/** What submitting would do with the audience as typed; empty while unknown. */
export const AudienceCount = ({ id, children, ...counting }: AudienceCountProps) => {
  const { counted, asked } = counting;
  const known = isCounted(counting);
  return (
    <output id={id} className={classes['preview']} aria-busy={!known}>
      {known ? children : asked.settings.enabled && counted.data !== undefined && 'Counting...'}
    </output>
  );
};
