/**
 * Switches the text to the web font. Before, it is shown in a system font with the same metrics (styles.css), so that content
 * loads first. src/web/before-paint.ts handles browsers that have the font in their cache.
 */
export function applyTextFont(): void {
  document.documentElement.dataset.textFont = 'own'
  try {
    localStorage.setItem('textFont', 'fetched')
  } catch {
    // Without storage every page starts with the system font.
  }
}
