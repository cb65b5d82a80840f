import { administrators, type Duty, duties, overview, type PersonAccount } from '@campus/contract';
import { IconUserEdit, IconUserPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { call } from '../../lib/call.ts';
import { May } from '../../lib/may-call.tsx';
import { DialogButton } from '../../ui/actions.tsx';
import { CardForm, DialogForm } from '../../ui/form.tsx';
import { useForm } from '../../ui/use-form.ts';
import { Banner } from '../../ui/banner.tsx';
import { DownloadMenu } from '../../ui/download-menu.tsx';
import { Card, CardColumns, Page } from '../../ui/page.tsx';
import { SelectField, TextField } from '../../ui/fields.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { EmailText } from '../../ui/email-text.tsx';
import { AccountBadge } from './account-badge.tsx';
import { administratorsOptions } from './accounts.api.ts';
import classes from './administrators.module.css';

/** The label of each duty and what it allows; blank stands for full rights. */
const words: Readonly<Record<Duty | '', readonly [label: string, does: string]>> = {
  '': [
    'Every duty',
    'do everything administrators do, including settings and other administrators’ duties',
  ],
  registrar: [
    'Registrar',
    'manage people, subjects, terms, enrolments, attendance, announcements and events',
  ],
  exam_office: [
    'Exam office',
    'manage exams, assignments, results and performance, and read students and subjects',
  ],
  librarian: ['Librarian', 'manage books, loans and reservations'],
  auditor: ['Auditor', 'read everything and change nothing'],
};

const dutyLabel = (duty: Duty | null): string => words[duty ?? ''][0];
const dutyInWords = (duty: Duty | null): string => words[duty ?? ''][1];

/** In forms a duty is text; blank means full rights. */
const dutyOf = (text: string): Duty | null => duties.find((duty) => duty === text) ?? null;
const dutyChoices = [null, ...duties].map((duty) => ({
  value: duty ?? '',
  label: dutyLabel(duty),
}));

const AdministratorForm = () => {
  const { fieldProps, save, props, values } = useForm({
    draftKey: 'administrator',
    initial: { name: '', email: '', duty: '' },
    send: ({ duty, ...body }) =>
      call(administrators.create, { body: { ...body, duty: dutyOf(duty) } }),
    clears: true,
    refreshes: [administrators.list.path],
    failed: 'The administrator could not be added',
    alwaysShowsMessage: true,
  });
  return (
    <Card title="Add Administrator">
      <CardForm
        {...props}
        above={
          save.isSuccess && (
            <Banner kind="success" autoHideMs={5000} onDismiss={save.reset}>
              Administrator added successfully. An invitation is on its way.
            </Banner>
          )
        }
        button={{ size: 'md', leftSection: <IconUserPlus size={18} stroke={1.75} aria-hidden /> }}
        action="Add Administrator"
        busyAction="Adding..."
      >
        <TextField label="Full Name" required {...fieldProps('name')} />
        <TextField label="Email Address" type="email" required {...fieldProps('email')} />
        <SelectField
          label="Duty"
          description={`May ${dutyInWords(dutyOf(values.duty))}.`}
          data={dutyChoices}
          {...fieldProps('duty')}
        />
      </CardForm>
    </Card>
  );
};

/** Changes an administrator's duty; says beforehand what it allows. */
const DutyForm = ({ person: { personId, name, duty } }: { readonly person: PersonAccount }) => {
  const { fieldProps, props, values } = useForm({
    draftKey: null,
    initial: { duty: duty ?? '' },
    send: (chosen) =>
      call(administrators.changeDuty, {
        params: { id: personId },
        body: { duty: dutyOf(chosen.duty) },
      }),
    done: (stored) => `${name}: ${dutyLabel(stored.duty)}.`,
    refreshes: [administrators.list.path, overview.campus.path],
    failed: 'The duty could not be changed. Please try again.',
  });
  return (
    <DialogForm
      {...props}
      lead={
        <span aria-live="polite">
          At once {name} may {dutyInWords(dutyOf(values.duty))}, and nothing else.
        </span>
      }
      action="Change Duty"
    >
      <SelectField label="Duty" data={dutyChoices} {...fieldProps('duty')} />
    </DialogForm>
  );
};

/** The other administrators, and what each may do. */
const AdministratorsPage = () => (
  <Page title="Administrators">
    <CardColumns at="right">
      <Card
        title="Administrators"
        actions={<DownloadMenu endpoint={administrators.exportList} />}
        flush
      >
        <Loaded query={useQuery(administratorsOptions)} what="administrators" rows={3} columns={2}>
          {(rows) => (
            <ul className={classes['list']}>
              {rows.map((row) => {
                const { personId, name, email, state, duty } = row;
                return (
                  <li key={personId}>
                    <div className={classes['who']}>
                      <Link to="/admin/people/$personId/account" params={{ personId }}>
                        {name}
                      </Link>
                      <span className={classes['email']}>
                        <EmailText email={email} />
                      </span>
                    </div>
                    <span className={classes['duty']}>{dutyLabel(duty)}</span>
                    <AccountBadge state={state} />
                    {!row.lastFullAdministrator && (
                      <DialogButton
                        small
                        icon={IconUserEdit}
                        needs={administrators.changeDuty}
                        label={`Change duty of ${name}`}
                      >
                        <DutyForm person={row} />
                      </DialogButton>
                    )}
                  </li>
                );
              })}
            </ul>
          )}
        </Loaded>
      </Card>
      <May call={administrators.create}>
        <AdministratorForm />
      </May>
    </CardColumns>
  </Page>
);

export default AdministratorsPage;
