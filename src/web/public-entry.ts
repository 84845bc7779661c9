// The entry of the public pages. They stand there drawn, so the program that brings them to life comes after fonts and pictures,
// except for those who are signed in and look for their own name.
import '#web/styles.css'
import { applyTextFont } from '#web/lib/text-font.ts'

const takeOver = (): void => {
  applyTextFont()
  void import('#web/hydrate.tsx')
}
/** Not before the pictures are painted, too. */
const hydrateWhenIdle = (): void => void requestAnimationFrame(() => setTimeout(takeOver))

if (document.documentElement.dataset.session !== undefined) takeOver()
else if (document.readyState === 'complete') hydrateWhenIdle()
else window.addEventListener('load', hydrateWhenIdle, { once: true })
