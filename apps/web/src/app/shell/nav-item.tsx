import { Tooltip } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Hidden } from '../../ui/hidden.tsx';
import type { AreaLink } from '../areas/area-page.ts';
import classes from './nav-item.module.css';

interface NavItemProps {
  readonly to: string;
  readonly link: AreaLink;
  readonly collapsed: boolean;
  readonly onFollow?: (() => void) | undefined;
}

/** A link of the sidebar. Collapsed it keeps its name for assistive technology, and in a tooltip. */
export const NavItem = ({ to, link, collapsed, onFollow }: NavItemProps) => (
  <Tooltip label={link.label} position="right" disabled={!collapsed}>
    <Link
      to={to}
      className={classes['item']}
      data-collapsed={collapsed || undefined}
      onClick={onFollow}
    >
      <link.icon className={classes['icon']} stroke={1.75} aria-hidden />
      {collapsed ? <Hidden>{link.label}</Hidden> : <span>{link.label}</span>}
      {link.badge && ' '}
      {link.badge && (
        <span className={classes['badge']}>
          <link.badge />
        </span>
      )}
    </Link>
  </Tooltip>
);
