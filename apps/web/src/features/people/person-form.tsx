import type { FormEvent } from 'react';
import { type Field, isRequired } from '@campus/contract';
import { IconUserPlus } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { fieldErrors, serverText } from '../../lib/error-text.ts';
import { blankOf, type Draft, sentValues, unreadable } from '../../lib/field-values.ts';
import { unreadableFields } from '../../lib/unreadable-fields.ts';
import { useFormFields } from '../../lib/use-form-fields.ts';
import type { Sections } from './record/record-sections.ts';
import { SectionInputs } from './record/section-inputs.tsx';
import classes from './record/record-form.module.css';
import { IconButton } from '../../ui/icon-button.tsx';

/** How people of a kind are added one by one. */
export interface NewPersonRules<F extends string, Added> {
  readonly fields: Readonly<Record<F, Field>>;
  readonly sections: Sections<F>;
  /** The fields that are asked for. */
  readonly asked: F[];
  /** The fields that are sent, blank ones as null. */
  readonly sent: readonly F[];
  readonly add: (person: object) => Promise<Added>;
  /** Of the button: "Add Student". */
  readonly action: string;
  /** Without a reason of the server, nor what `otherwise` says. */
  readonly failed: string;
  readonly otherwise: 'body' | 'statusText';
  /** What is said of required fields that are blank. */
  readonly missing: (labels: readonly string[]) => string;
  /** What is wrong with what is typed; undefined for nothing. */
  readonly problemOf?: (values: Draft) => { field: F; text: string } | undefined;
}

interface PersonFormProps<F extends string, Added> {
  readonly rules: NewPersonRules<F, Added>;
  /** Marks the change: while it runs, the screen is busy. */
  readonly change: readonly string[];
  readonly busy: boolean;
  readonly onAdded: (person: Added) => void;
  readonly onRefused: (text: string) => void;
}

/** Adding one person. */
export const PersonForm = <F extends string, Added>(props: PersonFormProps<F, Added>) => {
  const { rules, change, busy, onAdded, onRefused } = props;
  const { fields, sections, asked, sent, action, failed, missing, problemOf } = rules;
  const { form, values, refuse, clear, ...bound } = useFormFields<Draft>(blankOf(asked), busy);
  const add = useMutation({
    mutationKey: change,
    mutationFn: rules.add,
    onSuccess: (person) => {
      clear();
      onAdded(person);
    },
    onError: (error) => {
      refuse(fieldErrors(error));
      onRefused(serverText(error, failed, rules.otherwise));
    },
  });

  /** Marks what is wrong with the form as it stands; answers what is said about it. */
  const problemIn = (written: HTMLFormElement): string => {
    const half = unreadableFields(written) as F[];
    if (half.length > 0) {
      refuse(Object.fromEntries(half.map((name) => [name, unreadable(fields[name])])));
      return 'Please correct the marked fields.';
    }
    const blank = (Object.keys(fields) as F[]).filter(
      (name) => asked.includes(name) && isRequired(fields[name]) && !values[name]?.trim(),
    );
    if (blank.length > 0) {
      refuse(Object.fromEntries(blank.map((name) => [name, true])));
      return missing(blank.map((name) => fields[name].label));
    }
    const problem = problemOf?.(values);
    if (problem) refuse(Object.fromEntries([[problem.field, problem.text]]));
    return problem?.text ?? '';
  };

  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    if (busy) return;
    const problem = problemIn(event.currentTarget);
    if (problem) onRefused(problem);
    else add.mutate(sentValues(fields, sent, values));
  };

  return (
    <form ref={form} noValidate onSubmit={submit} className={classes['form']} data-flush>
      <SectionInputs
        fields={fields}
        sections={sections}
        names={asked}
        isRequired={isRequired}
        form={bound}
        busy={busy}
      />
      <div className={classes['actions']}>
        <IconButton icon={IconUserPlus} type="submit" size="md" disabled={busy}>
          {add.isPending ? 'Adding...' : action}
        </IconButton>
      </div>
    </form>
  );
};
