import { IconArrowRight } from '@tabler/icons-react';
import campus from '../../assets/campus.svg';
import { Logo } from '../../ui/logo.tsx';
import './landing.css';

export const LandingPage = () => (
  <main className="landing-page">
    {/* The text comes first: it is in the HTML, with the picture behind it. */}
    <img className="landing-picture" src={campus} alt="" fetchPriority="low" decoding="async" />
    <div className="landing-front">
      <div className="landing-brand">
        <Logo className="landing-logo" />
        {/* The server replaces this with the institution's name. */}
        <span className="landing-name" data-institution="">
          Campus
        </span>
      </div>
      <div className="landing-welcome">
        <h1>Welcome to Campus Management System!</h1>
        <a
          className="landing-start"
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
