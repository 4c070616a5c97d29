/** Where the chosen colour mode is stored in localStorage. Apart, so that the inline script that reads it stays small. */
export const colorModeKey = 'colorMode';
