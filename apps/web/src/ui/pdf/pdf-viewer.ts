interface Browser {
  /** Unknown to old browsers. */
  readonly pdfViewerEnabled?: boolean;
  readonly platform: string;
  readonly maxTouchPoints: number;
}

/**
 * Whether the browser shows a PDF in a frame. Safari on iPhones and iPads says so and then shows
 * the first page as a picture; an iPad calls itself a Mac, which has no touch screen.
 */
export const hasPdfViewer = ({ pdfViewerEnabled, platform, maxTouchPoints }: Browser): boolean =>
  (pdfViewerEnabled ?? false) && !(/^(iP|Mac)/.test(platform) && maxTouchPoints > 1);
