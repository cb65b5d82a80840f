import type { Field } from '@campus/contract';
import { FieldInput, type FormFields } from '../../../ui/field-input.tsx';
import { inSections, type Sections } from './record-sections.ts';
import classes from './record-form.module.css';

interface SectionInputsProps<F extends string> {
  readonly fields: Readonly<Record<F, Field>>;
  readonly sections: Sections<F>;
  /** All fields when omitted. */
  readonly names?: F[];
  readonly isRequired: (field: Field) => boolean;
  readonly form: FormFields;
  readonly busy: boolean;
}

/** The inputs of a record by section; a long text takes a whole line. */
export const SectionInputs = <F extends string>(props: SectionInputsProps<F>) => {
  const { fields, sections, names, isRequired, form, busy } = props;
  const isLong = (field: Field): boolean => field.type === 'text' && field.max >= 500;
  const shown = inSections(sections, names);
  return shown.map(([title, ofSection]) => (
    <fieldset key={title} disabled={busy}>
      {shown.length > 1 && <legend>{title}</legend>}
      <div className={classes['grid']}>
        {ofSection.map((name) => (
          <FieldInput
            key={name}
            name={name}
            field={fields[name]}
            form={form}
            required={isRequired(fields[name])}
            className={isLong(fields[name]) ? (classes['wide'] ?? '') : ''}
          />
        ))}
      </div>
    </fieldset>
  ));
};
