// The entry of the public pages. They are prerendered, so hydration waits for fonts and pictures,
// except for people who are signed in: they expect to see their account in the header.
import '#web/styles.css'

const hydrate = (): void => void import('#web/hydrate.tsx')
/** After the pictures are painted. */
const hydrateWhenIdle = (): void => void requestAnimationFrame(() => setTimeout(hydrate))

if (document.documentElement.dataset.session !== undefined) hydrate()
else if (document.readyState === 'complete') hydrateWhenIdle()
else window.addEventListener('load', hydrateWhenIdle, { once: true })
