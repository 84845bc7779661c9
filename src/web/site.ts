// The entry of the public pages. They stand there drawn, so the program that brings them to life comes after fonts and pictures,
// except for those who are signed in and look for their own name.
import './styles.css'
import { takeTextFont } from './lib/text-font.ts'

const takeOver = (): void => {
  takeTextFont()
  void import('./take-over.tsx')
}
/** Not before the pictures are painted, too. */
const takeOverSoon = (): void => void requestAnimationFrame(() => setTimeout(takeOver))

if (document.documentElement.dataset.session !== undefined) takeOver()
else if (document.readyState === 'complete') takeOverSoon()
else window.addEventListener('load', takeOverSoon, { once: true })
