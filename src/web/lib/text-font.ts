/**
 * The text takes its own font from here on. Before, it stands in one that every computer has, of the same measures (styles.css): what people
 * came to read and see has the line for itself. src/web/before-paint.ts knows the browsers that have fetched the font.
 */
export function applyTextFont(): void {
  document.documentElement.dataset.textFont = 'own'
  try {
    localStorage.setItem('textFont', 'fetched')
  } catch {
    // Without storage every page begins in the other font.
  }
}
