// A script in the head that runs before the first paint (tools/build.mjs), without imports. Public pages are prerendered for visitors.
// People who are signed in must not see 'Log in' before hydration: styles.css hides it, public-frame.tsx removes the mark.
// A browser that has the web font in its cache uses it at once (lib/text-font.ts).
try {
  if (sessionStorage.getItem('accessToken') ?? localStorage.getItem('user'))
    document.documentElement.dataset.session = 'likely'
  if (localStorage.getItem('textFont')) document.documentElement.dataset.textFont = 'own'
} catch {
  // No storage, no session.
}
