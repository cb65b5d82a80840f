import { type Field, fieldNames, isRequired } from '@campus/contract';
import { IconUserPlus } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { isNetworkError } from '../../lib/call-error.ts';
import { changeText } from '../../lib/change-text.ts';
import { blankOf, type Draft, sentValues, unreadable } from '../../lib/field-values.ts';
import { refreshPeople } from '../../lib/query.ts';
import { FormMessages } from '../../ui/form.tsx';
import { useForm } from '../../ui/use-form.ts';
import type { FieldProblems } from '../../lib/use-form-fields.ts';
import type { Sections } from './record/record-sections.ts';
import { SectionInputs } from './record/section-inputs.tsx';
import classes from './record/record-form.module.css';
import { IconButton } from '../../ui/actions.tsx';
import { type Invite, InviteSwitch } from '../../ui/invite-switch.tsx';

/** How people of one kind are added one by one. */
export interface NewPersonRules<F extends string, Added> {
  readonly fields: Readonly<Record<F, Field>>;
  readonly sections: Sections<F>;
  readonly inputFields: F[];
  /** The fields that are sent, blank ones as null. */
  readonly sent: readonly F[];
  readonly add: (person: object, invite: Invite) => Promise<Added>;
  /** Label of the button: "Add Student". */
  readonly action: string;
  /** The message when the server gives no reason, and the part of its answer given by `otherwise` is empty. */
  readonly failed: string;
  readonly otherwise: 'body' | 'statusText';
  /** The message about blank required fields. */
  readonly missing: (labels: readonly string[]) => string;
  /** A problem with what is typed; undefined if there is none. */
  readonly problemOf?: (values: Draft) => { field: F; text: string } | undefined;
}

interface PersonFormProps<F extends string, Added> {
  readonly rules: NewPersonRules<F, Added>;
  /** Mutation key of the change: the screen is busy while it runs. */
  readonly change: readonly string[];
  readonly busy: boolean;
  readonly onAdded: (person: Added) => void;
  readonly onRefused: (text: string) => void;
}

const inviteIn = ({ invite }: Draft): Invite => (invite === 'later' ? 'later' : 'now');

export const PersonForm = <F extends string, Added>(props: PersonFormProps<F, Added>) => {
  const { rules, change, busy, onAdded, onRefused } = props;
  const { fields, sections, inputFields, sent, action, failed } = rules;
  const client = useQueryClient();

  /** The problems by field, and the message about them. */
  const problemIn = (values: Draft, unread: readonly string[]): [FieldProblems<Draft>, string] => {
    const marked = (names: readonly string[], of: (name: F) => string | true) =>
      Object.fromEntries((names as F[]).map((name) => [name, of(name)]));
    if (unread.length > 0)
      return [
        marked(unread, (name) => unreadable(fields[name])),
        'Please correct the marked fields.',
      ];
    const blank = fieldNames(fields).filter(
      (name) => inputFields.includes(name) && isRequired(fields[name]) && !values[name]?.trim(),
    );
    if (blank.length > 0)
      return [marked(blank, () => true), rules.missing(blank.map((name) => fields[name].label))];
    const problem = rules.problemOf?.(values);
    return problem ? [{ [problem.field]: problem.text }, problem.text] : [{}, ''];
  };
  const {
    save,
    props: { form, onSubmit, offer },
    ...bound
  } = useForm<Draft, Added>({
    draftKey: action,
    initial: { ...blankOf(inputFields), invite: 'now' },
    // Mails cannot be recalled: postponed once, they are postponed for the next one, too.
    settings: ['invite'],
    mutationKey: change,
    check: (values, unread) => {
      const [problems, message] = problemIn(values, unread);
      return { ...problems, form: message };
    },
    onChecked: ({ form: message }) => {
      if (message) onRefused(message);
    },
    send: (values) => rules.add(sentValues(fields, sent, values), inviteIn(values)),
    clears: true,
    onStored: onAdded,
    failed,
    onRefused: (error) => {
      onRefused(changeText(error, failed, rules.otherwise));
      if (isNetworkError(error)) void refreshPeople(client);
      return '';
    },
  });

  return (
    <form ref={form} noValidate onSubmit={onSubmit} className={classes['form']} data-flush>
      <FormMessages problem="" offer={offer} />
      <SectionInputs
        fields={fields}
        sections={sections}
        names={inputFields}
        isRequired={isRequired}
        form={bound}
        busy={busy}
      />
      <div className={classes['actions']}>
        <div className={classes['beside']}>
          <InviteSwitch
            count={1}
            invite={inviteIn(bound.values)}
            onInvite={bound.textProps('invite').onText}
            disabled={busy}
          />
        </div>
        <IconButton icon={IconUserPlus} type="submit" size="md" disabled={busy}>
          {save.isPending ? 'Adding...' : action}
        </IconButton>
      </div>
    </form>
  );
};
