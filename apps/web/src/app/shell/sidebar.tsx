import type { Role } from '@campus/contract';
import {
  IconLayoutSidebarLeftCollapse,
  IconLayoutSidebarLeftExpand,
  IconLogout,
} from '@tabler/icons-react';
import skyline from '../../assets/skyline.svg';
import { areas } from '../routes.ts';
import { Brand } from './brand.tsx';
import { NavItem } from './nav-item.tsx';
import { SchemeToggle } from './scheme-toggle.tsx';
import { SidebarButton } from './sidebar-button.tsx';
import type { SignOut } from './use-sign-out.ts';
import classes from './sidebar.module.css';

interface SidebarProps {
  readonly area: Role;
  readonly collapsed: boolean;
  readonly onToggle: () => void;
  readonly signOut: SignOut;
  /** A link was followed: the drawer closes. */
  readonly onFollow?: () => void;
}

export const Sidebar = ({ area, collapsed, onToggle, signOut, onFollow }: SidebarProps) => {
  const items = (secondary: boolean) =>
    areas[area].flatMap(({ path, link }) =>
      link && Boolean(link.secondary) === secondary
        ? [
            <li key={path}>
              <NavItem to={`/${area}/${path}`} link={link} {...{ collapsed, onFollow }} />
            </li>,
          ]
        : [],
    );
  return (
    <div className={classes['sidebar']} data-collapsed={collapsed || undefined}>
      <Brand area={area} collapsed={collapsed} />
      <nav className={classes['nav']} aria-label="Main">
        <ul>{items(false)}</ul>
        <ul className={classes['secondary']} aria-label="More">
          {items(true)}
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
          label={signOut.leaving ? 'Signing out...' : 'Sign out'}
          collapsed={collapsed}
          disabled={signOut.leaving}
          onClick={signOut.begin}
        />
      </div>
    </div>
  );
};
