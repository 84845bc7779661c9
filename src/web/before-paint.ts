// Loaded before the first paint (tools/build.mjs puts it into the head, as a script of its own: it imports nothing). Public pages are drawn
// for visitors at build time, and whoever is signed in must not see 'Log in' until the program has taken over: styles.css hides it
// meanwhile, public-layout.tsx takes the mark away. And whoever has been here has the font of the text already (lib/text-font.ts).
try {
  if (sessionStorage.getItem('accessToken') ?? localStorage.getItem('user'))
    document.documentElement.dataset.session = 'likely'
  if (localStorage.getItem('textFont')) document.documentElement.dataset.textFont = 'own'
} catch {
  // No storage, no session.
}
