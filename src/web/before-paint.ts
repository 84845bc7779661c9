// A script in the head that runs before the first paint (tools/build.mjs), without imports. Public pages are prerendered for visitors.
// People who are signed in must not see 'Log in' before hydration: styles.css hides it, public-frame.tsx removes the mark.
// The theme that was chosen in this browser holds from the start (lib/theme.ts).
try {
  const { dataset } = document.documentElement
  if (sessionStorage.getItem('accessToken') ?? localStorage.getItem('user')) dataset.session = 'likely'
  const theme = localStorage.getItem('theme')
  if (theme === 'light' || theme === 'dark') dataset.theme = theme
} catch {
  // No storage, no session.
}
