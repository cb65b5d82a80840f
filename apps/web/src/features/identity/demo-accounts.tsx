import { useDemo } from './use-demo.ts';
import type { Demo } from './use-demo.ts';
import classes from './sign-in-form.module.css';

interface DemoAccountsProps {
  readonly onChoose: (account: { readonly email: string; readonly password: string }) => void;
}

/** In a demo campus: who one can be here. Choosing fills the form. */
export const DemoAccounts = ({ onChoose }: DemoAccountsProps) => {
  const demo = useDemo();
  return (
    <div className={classes['demoPlace']}>
      {demo && <Accounts demo={demo} onChoose={onChoose} />}
    </div>
  );
};

interface AccountsProps extends DemoAccountsProps {
  readonly demo: Demo;
}

const Accounts = ({ demo: { accounts, password, mail }, onChoose }: AccountsProps) => (
  <section className={classes['demo']} aria-labelledby="demo">
    <h2 id="demo">Demo accounts</h2>
    <ul>
      {accounts.map((email) => (
        <li key={email}>
          <button type="button" onClick={() => onChoose({ email, password })}>
            {email}
          </button>
        </li>
      ))}
    </ul>
    <p>
      Their password: <code>{password}</code>
    </p>
    {mail && (
      <p>
        Mails are kept here: <a href={mail}>{mail}</a>
      </p>
    )}
  </section>
);
