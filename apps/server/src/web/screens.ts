import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { loadPage, type Page, type PageSettings } from './pages.ts';

/** What the build says that each screen behind the sign-in needs: path with `$parameters` → files. */
type ScreenFiles = Readonly<Record<string, readonly string[]>>;

/** A build that does not say it only makes screens come one step later. */
const readScreenFiles = async (folder: string): Promise<ScreenFiles> => {
  const path = join(folder, 'pages.json');
  if (!existsSync(path)) return {};
  return JSON.parse(await readFile(path, 'utf8')) as ScreenFiles;
};

const matches = (pattern: readonly string[], path: readonly string[]): boolean =>
  pattern.length === path.length &&
  pattern.every((part, at) => part.startsWith('$') || part === path[at]);

/**
 * The application's page for an address: the same for all of them, but each names the files of its
 * own screen, which then come beside the application and not after it. Made when first asked for.
 */
export const loadScreens = async (
  folder: string,
  settings: PageSettings,
  shell: Page,
): Promise<(address: string) => Promise<Page>> => {
  const screens = Object.entries(await readScreenFiles(folder)).map(([path, files]) => ({
    parts: path.split('/'),
    files,
  }));
  // Where two patterns fit, the one that names more of the address is meant.
  screens.sort((one, other) => parameters(one.parts) - parameters(other.parts));
  const made = new Map<readonly string[], Promise<Page>>();
  return async (address) => {
    const path = (address.split('?')[0] ?? '').replace(/\/$/, '').split('/');
    const screen = screens.find(({ parts }) => matches(parts, path));
    if (!screen || screen.files.length === 0) return shell;
    const { files } = screen;
    const page = made.get(files) ?? loadPage(folder, 'app.html', settings, files);
    made.set(files, page);
    return page;
  };
};

const parameters = (parts: readonly string[]): number =>
  parts.filter((part) => part.startsWith('$')).length;
