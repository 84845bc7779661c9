/** Colours of what is drawn over maps and photos, the same in both themes: the tokens `--mark-…` of styles.css. */
export const MAP_MARKS: Readonly<Record<'dark' | 'light' | 'chosen', string>> = {
  dark: '#152f4a',
  light: '#ffffff',
  chosen: '#f0d77c',
}
