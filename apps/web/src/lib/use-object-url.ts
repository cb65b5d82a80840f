import { type RefCallback, useCallback } from 'react';

/**
 * Gives an element an address of the file for as long as both are there. `put` says where in the
 * element, and may return what ends its work; it stays the same function.
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
