/**
 * Takes away what app.html showed until the application was there. Called by the head of every page
 * before it is painted: the frame stays until there is a page, not only its surroundings.
 */
export const endFirstFrame = (): void => document.querySelector('#first-frame')?.remove();
