import { administrators } from '@campus/contract';
import { IconUserPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { call } from '../../lib/call.ts';
import { errorText } from '../../lib/error-text.ts';
import { useForm } from '../../lib/use-form.ts';
import { Banner } from '../../ui/banner.tsx';
import { CardColumns } from '../../ui/card-layout.tsx';
import { Card } from '../../ui/card.tsx';
import { TextField } from '../../ui/fields.tsx';
import { CardForm } from '../../ui/form.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { AccountBadge } from './account-badge.tsx';
import { administratorsOptions } from './accounts.api.ts';
import classes from './administrators.module.css';

const failed = 'The administrator could not be added';

const AdministratorForm = () => {
  const { field, save, props } = useForm({
    opened: { name: '', email: '' },
    send: (body) => call(administrators.create, { body }),
    clears: true,
    refreshes: [administrators.list.path],
    failed,
    onRefused: (error) => errorText(error, failed),
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
        <TextField label="Full Name" required {...field('name')} />
        <TextField label="Email Address" type="email" required {...field('email')} />
      </CardForm>
    </Card>
  );
};

/** Who else may do everything here. */
const AdministratorsPage = () => (
  <>
    <PageHead title="Administrators" />
    <CardColumns side={380} stackedTo={900}>
      <AdministratorForm />
      <Card title="Administrators" flush>
        <Loaded query={useQuery(administratorsOptions)} what="administrators" rows={3} columns={2}>
          {(rows) => (
            <ul className={classes['list']}>
              {rows.map(({ personId, name, email, state }) => (
                <li key={personId}>
                  <div className={classes['who']}>
                    <Link to="/admin/people/$personId/account" params={{ personId }}>
                      {name}
                    </Link>
                    <span className={classes['email']}>{email}</span>
                  </div>
                  <AccountBadge state={state} />
                </li>
              ))}
            </ul>
          )}
        </Loaded>
      </Card>
    </CardColumns>
  </>
);

export default AdministratorsPage;
