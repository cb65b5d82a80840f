import type { Role } from '@campus/contract';
import { Tooltip } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Hidden } from '../../ui/hidden.tsx';
import type { AreaLink } from './links.ts';
import classes from './nav-item.module.css';

interface NavItemProps {
  readonly area: Role;
  readonly link: AreaLink;
  readonly collapsed: boolean;
  readonly onFollow?: (() => void) | undefined;
}

/** A link of the sidebar. Collapsed it keeps its name for assistive technology, and in a tooltip. */
export const NavItem = ({ area, link, collapsed, onFollow }: NavItemProps) => (
  <Tooltip label={link.label} position="right" disabled={!collapsed}>
    <Link
      to={`/${area}/${link.path}`}
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
