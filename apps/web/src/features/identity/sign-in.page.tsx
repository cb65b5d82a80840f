import campus from '../../assets/campus.svg';
import { Mark } from '../../ui/mark.tsx';
import { SignInForm } from './sign-in-form.tsx';
import classes from './sign-in.module.css';

export const SignInPage = () => (
  <div className={classes['page']}>
    <main className={classes['side']}>
      <div className={classes['column']}>
        <a className={classes['brand']} href="/">
          <Mark className={classes['mark'] ?? ''} />
          <span>
            <span className={classes['name']}>Campus</span>
            <span className={classes['line']}>Management System</span>
          </span>
        </a>
        <h1>Sign In</h1>
        <SignInForm />
      </div>
    </main>
    <div className={classes['view']} aria-hidden>
      <div className={classes['window']}>
        <img src={campus} alt="" />
      </div>
    </div>
  </div>
);
