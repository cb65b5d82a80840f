import { type RefCallback, useCallback } from 'react';

/**
 * A ref callback that passes an object URL of the file to `put`, and revokes it when the element is removed.
 * `put` may return a clean-up function, and must stay the same function.
 */
export const useObjectUrl = <E extends Element>(
  file: Blob,
  put: (element: E, url: string) => void | (() => void),
): RefCallback<E> =>
  useCallback(
    (element) => {
      if (!element) return undefined;
      const url = URL.createObjectURL(file);
      const end = put(element, url);
      return () => {
        end?.();
        URL.revokeObjectURL(url);
      };
    },
    [file, put],
  );
