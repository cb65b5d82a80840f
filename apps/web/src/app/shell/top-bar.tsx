import type { Role } from '@campus/contract';
import { IconMenu2 } from '@tabler/icons-react';
import { Mark } from '../../ui/mark.tsx';
import classes from './top-bar.module.css';

interface TopBarProps {
  readonly area: Role;
  readonly menuOpen: boolean;
  readonly onMenu: () => void;
}

/** On phones, in place of the sidebar. */
export const TopBar = ({ area, menuOpen, onMenu }: TopBarProps) => (
  <header className={classes['bar']}>
    <button
      type="button"
      className={classes['menu']}
      aria-label="Menu"
      aria-haspopup="dialog"
      aria-expanded={menuOpen}
      onClick={onMenu}
    >
      <IconMenu2 size={24} stroke={1.75} aria-hidden />
    </button>
    <span className={classes['name']}>{area === 'teacher' ? 'Teacher' : 'Campus'}</span>
    <Mark className={classes['mark'] ?? ''} />
  </header>
);
