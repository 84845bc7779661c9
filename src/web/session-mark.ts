// Loaded before the first paint (tools/build.mjs puts it into the head): public pages are drawn for visitors at build time, and whoever is
// signed in must not see 'Log in' until the program has taken over. styles.css hides it meanwhile, public-layout.tsx takes the mark away.
try {
  if (sessionStorage.getItem('accessToken') ?? localStorage.getItem('user'))
    document.documentElement.dataset.session = 'likely'
} catch {
  // No storage, no session.
}
