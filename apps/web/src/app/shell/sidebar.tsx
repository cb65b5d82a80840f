import type { Role } from '@campus/contract';
import {
  IconLayoutSidebarLeftCollapse,
  IconLayoutSidebarLeftExpand,
  IconLogout,
} from '@tabler/icons-react';
import { useState } from 'react';
import skyline from '../../assets/skyline.svg';
import { readSession } from '../../lib/session.ts';
import { signOut } from '../../lib/sign-out.ts';
import { listUnsent } from '../../lib/unsent.ts';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { areas } from '../routes.ts';
import { Brand } from './brand.tsx';
import { NavItem } from './nav-item.tsx';
import { SchemeToggle } from './scheme-toggle.tsx';
import { SidebarButton } from './sidebar-button.tsx';
import classes from './sidebar.module.css';

interface SidebarProps {
  readonly area: Role;
  readonly collapsed: boolean;
  readonly onToggle: () => void;
  /** A link was followed: the drawer closes. */
  readonly onFollow?: () => void;
}

export const Sidebar = ({ area, collapsed, onToggle, onFollow }: SidebarProps) => {
  const [leaving, setLeaving] = useState(false);
  const [asking, setAsking] = useState(false);
  const item = (quiet: boolean) =>
    areas[area]
      .filter((page) => !page.hidden && Boolean(page.quiet) === quiet)
      .map((page) => (
        <li key={page.path}>
          <NavItem area={area} page={page} collapsed={collapsed} onFollow={onFollow} />
        </li>
      ));
  const leave = () => {
    setAsking(false);
    setLeaving(true);
    void signOut();
  };
  const ask = () => {
    const { email } = readSession() ?? {};
    if (email !== undefined && listUnsent(email).length > 0) setAsking(true);
    else leave();
  };
  return (
    <div className={classes['sidebar']} data-collapsed={collapsed || undefined}>
      <Brand area={area} collapsed={collapsed} />
      <nav className={classes['nav']} aria-label="Main">
        <ul>{item(false)}</ul>
        <ul className={classes['quiet']} aria-label="More">
          {item(true)}
        </ul>
      </nav>
      <div className={classes['view']}>{!collapsed && <img src={skyline} alt="" />}</div>
      <div className={classes['foot']}>
        <SidebarButton
          icon={collapsed ? IconLayoutSidebarLeftExpand : IconLayoutSidebarLeftCollapse}
          label={collapsed ? 'Expand' : 'Collapse'}
          collapsed={collapsed}
          onClick={onToggle}
        />
        <SchemeToggle />
        <SidebarButton
          icon={IconLogout}
          label={leaving ? 'Signing out...' : 'Sign out'}
          collapsed={collapsed}
          disabled={leaving}
          onClick={ask}
        />
      </div>
      <ConfirmDialog
        opened={asking}
        onClose={() => setAsking(false)}
        title="Sign out with unsent marks?"
        confirmLabel="Sign out anyway"
        onConfirm={leave}
      >
        Marks that were not submitted yet are kept on this device only. Signing out deletes them.
      </ConfirmDialog>
    </div>
  );
};
