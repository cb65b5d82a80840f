import { IconArrowRight } from '@tabler/icons-react';
import campus from '../../assets/campus.svg';
import { Mark } from '../../ui/mark.tsx';
import classes from './landing.module.css';

export const LandingPage = () => (
  <main className={classes['page']}>
    {/* The words come first: they are in the page, and the picture lies behind them. */}
    <img className={classes['picture']} src={campus} alt="" fetchPriority="low" decoding="async" />
    <div className={classes['front']}>
      <div className={classes['brand']}>
        <Mark className={classes['mark'] ?? ''} />
        {/* The server writes the institution's name in its place. */}
        <span className={classes['name']} data-institution="">
          Campus
        </span>
      </div>
      <div className={classes['welcome']}>
        <h1>Welcome to Campus Management System!</h1>
        <a
          className={classes['start']}
          href="/signin"
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a <button> would do nothing before the script has run
          role="button"
        >
          Get Started
          <IconArrowRight size={20} stroke={2} aria-hidden />
        </a>
      </div>
    </div>
  </main>
);
