// The entry of the public pages. They stand there drawn, so the program that brings them to life comes after fonts and pictures,
// except for those who are signed in and look for their own name.
import './styles.css'

const takeOver = (): void => void import('./take-over.tsx')

if (document.readyState === 'complete' || document.documentElement.dataset.session !== undefined) takeOver()
else window.addEventListener('load', takeOver, { once: true })
