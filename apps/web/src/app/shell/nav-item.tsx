import type { Role } from '@campus/contract';
import { Tooltip } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Hidden } from '../../ui/hidden.tsx';
import type { AreaPage } from '../routes.ts';
import classes from './nav-item.module.css';

interface NavItemProps {
  readonly area: Role;
  readonly page: AreaPage;
  readonly collapsed: boolean;
  readonly onFollow?: (() => void) | undefined;
}

/** A link of the sidebar. Collapsed it keeps its name for assistive technology, and in a tooltip. */
export const NavItem = ({ area, page, collapsed, onFollow }: NavItemProps) => (
  <Tooltip label={page.label} position="right" disabled={!collapsed}>
    <Link
      to={`/${area}/${page.path}`}
      className={classes['item']}
      data-collapsed={collapsed || undefined}
      onClick={onFollow}
    >
      <page.icon className={classes['icon']} stroke={1.75} aria-hidden />
      {collapsed ? <Hidden>{page.label}</Hidden> : <span>{page.label}</span>}
      {page.badge && ' '}
      {page.badge && (
        <span className={classes['badge']}>
          <page.badge />
        </span>
      )}
    </Link>
  </Tooltip>
);
