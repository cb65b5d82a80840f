import { dueAfter, type IsoDate, lending } from '@campus/contract';
import { Button } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconArrowBackUp, IconBarcode } from '@tabler/icons-react';
import { type ReactNode, useRef, useState } from 'react';
import { call } from '../../../lib/call.ts';
import { formatDay } from '../../../lib/day.ts';
import { fieldErrors } from '../../../lib/error-text.ts';
import { useReply } from '../../../lib/query.ts';
import { phoneWidth, useMedia } from '../../../lib/use-media.ts';
import { Dialog, DialogContext, IconButton, useAction } from '../../../ui/actions.tsx';
import { DayField } from '../../../ui/day-field.tsx';
import { TextField } from '../../../ui/fields.tsx';
import { Form } from '../../../ui/form.tsx';
import { useForm } from '../../../ui/use-form.ts';
import { PersonField } from '../../../ui/person-field.tsx';
import { SegmentedControl } from '../../../ui/segmented-control.tsx';
import { libraryPaths, returnOf, takeBack } from '../library.api.ts';
import classes from './desk-bar.module.css';

type Returned = Awaited<ReturnType<typeof takeBack>>;

/** What was returned, and for whom to put it aside. */
export const returnedText = ({ loan, heldFor }: Returned): string => {
  const back = `${loan.title} (${loan.copyCode}) is back from ${loan.personName}.`;
  return heldFor
    ? `${back} Put it aside for ${heldFor.personName}${heldFor.heldUntil ? ` until ${formatDay(heldFor.heldUntil)}` : ''}.`
    : back;
};

/** Describes the person being typed: name, loans, and why they may not borrow; blank while nobody is found. */
const useBorrowerLine = (univId: string): string => {
  const [asked] = useDebouncedValue(univId.trim(), 300);
  const found = useReply(lending.findBorrower, {
    query: { univId: asked },
    enabled: asked !== '',
    staleTime: 0,
  });
  const current = asked !== '' && asked === univId.trim() ? found.data : undefined;
  if (!current) return '';
  const [person] = current;
  if (!person) return 'No student or teacher has this university ID';
  if (person.refusal !== null) return person.refusal;
  const overdue = person.overdue > 0 ? `, ${person.overdue} overdue` : '';
  return `${person.personName}: ${person.loans} of ${person.maxLoans} books${overdue}`;
};

interface DeskFormProps {
  readonly today: IsoDate;
  /** The choice between Lend and Return. */
  readonly choice: ReactNode;
}

const itemField = {
  label: 'Copy or ISBN',
  required: true,
  autoComplete: 'off',
  placeholder: '12-1',
  // Otherwise the first field of a phone's sheet, the choice above, takes the focus.
  'data-autofocus': true,
};

/**
 * Lends a copy to a person. A scanner types and presses Enter: first the copy, then the person, then it is lent.
 */
const LendForm = ({ today, choice }: DeskFormProps) => {
  const person = useRef<HTMLInputElement>(null);
  const { values, fieldProps, textProps, focusFirst, save, props } = useForm({
    draftKey: 'loan',
    initial: { item: '', univId: '', dueOn: dueAfter(today) },
    check: ({ item, univId, dueOn }, unreadable) => ({
      item: !item.trim() && 'Copy or ISBN is missing',
      univId: !univId.trim() && 'University ID is missing',
      dueOn: (!dueOn || unreadable.includes('dueOn')) && 'Choose the day the book is due',
    }),
    send: (body) => call(lending.lend, { body }),
    clears: true,
    refreshes: libraryPaths,
    failed: 'The book could not be lent. Please try again.',
  });
  const undoing = useAction({
    run: takeBack,
    done: ({ loan }) => `${loan.title} was not lent to ${loan.personName} after all.`,
    failed: 'The loan could not be undone. Please try again.',
    onDone: () => {
      save.reset();
      focusFirst();
    },
    refreshes: libraryPaths,
  });
  const line = useBorrowerLine(values.univId);
  const lent = save.data;
  return (
    <Form
      {...props}
      lead={choice}
      footer={
        <>
          <Button type="submit" disabled={props.busy}>
            {props.busy ? 'Lending...' : 'Lend Book'}
          </Button>
          <p className={classes['line']} aria-live="polite">
            {line ||
              (lent
                ? `${lent.title} is lent to ${lent.personName} until ${formatDay(lent.dueOn)}.`
                : 'Scan or type a copy, then the reader.')}
            {!line && lent && (
              <IconButton
                icon={IconArrowBackUp}
                size="compact-sm"
                variant="subtle"
                disabled={undoing.isPending}
                onClick={() => undoing.mutate({ ...returnOf(lent), undo: true })}
              >
                Undo
              </IconButton>
            )}
          </p>
        </>
      }
    >
      <TextField
        {...itemField}
        {...fieldProps('item')}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !values.item.trim() || values.univId.trim()) return;
          event.preventDefault();
          person.current?.focus();
        }}
      />
      <PersonField kind="borrower" ref={person} {...textProps('univId')} />
      <DayField label="Due date" required {...fieldProps('dueOn')} />
    </Form>
  );
};

/** Takes a book back: one field, and the person only when an ISBN is ambiguous. */
const ReturnForm = ({ choice }: DeskFormProps) => {
  const [asksWhose, setAsksWhose] = useState(false);
  const { fieldProps, textProps, save, props } = useForm({
    draftKey: 'return',
    initial: { item: '', univId: '' },
    check: ({ item }) => ({ item: !item.trim() && 'Copy or ISBN is missing' }),
    send: ({ item, univId }) => takeBack({ item, ...(univId.trim() !== '' && { univId }) }),
    clears: true,
    onStored: () => setAsksWhose(false),
    refreshes: libraryPaths,
    failed: 'The book could not be returned. Please try again.',
    onRefused: (error, message) => {
      if ('univId' in fieldErrors(error)) setAsksWhose(true);
      return message;
    },
  });
  return (
    <Form
      {...props}
      lead={choice}
      footer={
        <>
          <Button type="submit" disabled={props.busy}>
            {props.busy ? 'Taking back...' : 'Return Book'}
          </Button>
          <output className={classes['line']} data-done={save.data !== undefined || undefined}>
            {save.data ? returnedText(save.data) : 'Scan or type the returned copy.'}
          </output>
        </>
      }
    >
      <TextField {...itemField} {...fieldProps('item')} />
      {asksWhose && <PersonField kind="borrower" {...textProps('univId')} />}
    </Form>
  );
};

const forms = { lend: LendForm, return: ReturnForm };

const DeskForms = ({ today }: Pick<DeskFormProps, 'today'>) => {
  const [act, setAct] = useState<keyof typeof forms>('lend');
  const DeskForm = forms[act];
  return (
    <DeskForm
      // A new day has a new due date.
      key={today}
      today={today}
      choice={
        <SegmentedControl
          label="At the desk"
          value={act}
          segments={[
            { value: 'lend', label: 'Lend' },
            { value: 'return', label: 'Return' },
          ]}
          onChange={setAct}
        />
      }
    />
  );
};

/** Lending and returns, in reach below every page of the lists; on a phone behind one button. */
export const DeskBar = ({ today }: Pick<DeskFormProps, 'today'>) => {
  const phone = useMedia(phoneWidth);
  const [opened, setOpened] = useState(false);
  return (
    <section className={classes['bar']} aria-label="Lend and return">
      {phone ? (
        <>
          <IconButton icon={IconBarcode} size="lg" fullWidth onClick={() => setOpened(true)}>
            Lend or return a book
          </IconButton>
          <Dialog opened={opened} onClose={() => setOpened(false)} title="Lend or Return">
            {/* No dialog to close: the form stays open for the next book. */}
            <DialogContext value={null}>
              <div className={classes['sheet']}>
                <DeskForms today={today} />
              </div>
            </DialogContext>
          </Dialog>
        </>
      ) : (
        <DeskForms today={today} />
      )}
    </section>
  );
};
