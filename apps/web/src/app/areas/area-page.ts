import type { Icon } from '@tabler/icons-react';
import type { ComponentType } from 'react';

export interface AreaPage {
  /** Below the area: `students` of `/admin/students`. */
  readonly path: string;
  /** In the sidebar, and the heading until the page is built. */
  readonly label: string;
  readonly icon: Icon;
  /** In the second, quieter group of the sidebar. */
  readonly quiet?: true;
  /** Not in the sidebar: reached from the page it lies below. */
  readonly hidden?: true;
  /** Beside the label in the sidebar: what waits there. Renders nothing while nothing does. */
  readonly badge?: ComponentType;
  /** The page, in a chunk of its own. Without it the route says that it comes later. */
  readonly load?: () => Promise<{ default: ComponentType }>;
}
