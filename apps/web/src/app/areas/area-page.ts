import type { Icon } from '@tabler/icons-react';
import type { ComponentType } from 'react';

/** A link of the sidebar. */
export interface AreaLink {
  readonly label: string;
  readonly icon: Icon;
  /** In the second group of the sidebar, in smaller letters. */
  readonly secondary?: true;
  /** Beside the label: what waits there. Renders nothing while nothing does. */
  readonly badge?: ComponentType;
}

export interface AreaPage {
  /** Below the area: `students` of `/admin/students`. */
  readonly path: string;
  /** In the sidebar; absent where the page is reached from the one it lies below. */
  readonly link?: AreaLink;
  /** The page, in a chunk of its own. */
  readonly load: () => Promise<{ default: ComponentType }>;
}
