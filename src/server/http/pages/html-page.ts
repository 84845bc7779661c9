import { escapeHtml } from '../../adapters/email/template.ts'

/** A plain page for developers; its style sheet is served beside it. */
export const page = (options: { title: string; body: string }): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex">
<title>${escapeHtml(options.title)} - Skyfurrow</title>
<link rel="stylesheet" href="/api/docs.css">
</head>
<body>
<main>
<h1>${escapeHtml(options.title)}</h1>
${options.body}
</main>
</body>
</html>`

export const PAGE_CSS = `
:root { color-scheme: light dark; --paper: #fbf8f1; --card: #fff; --ink: #152f4a; --muted: #566473; --line: #e0d8c5; --action: #0d6e5f }
@media (prefers-color-scheme: dark) { :root { --paper: #0d1b2a; --card: #13263a; --ink: #f3ecdc; --muted: #aab6c1; --line: #263c52; --action: #98b95a } }
* { box-sizing: border-box }
body { margin: 0; background: var(--paper); color: var(--ink); font: 16px/1.5 system-ui, sans-serif }
main { max-width: 60rem; margin: 0 auto; padding: 2rem 1.25rem 4rem }
h1 { font-size: 1.75rem; margin: 0 0 1rem } h2 { margin: 2.5rem 0 1rem; text-transform: capitalize; border-bottom: 1px solid var(--line) }
a { color: var(--action) }
article, details { background: var(--card); border: 1px solid var(--line); border-radius: .5rem; margin: .75rem 0; padding: .75rem 1rem }
summary { cursor: pointer; overflow-wrap: anywhere } summary code { font-weight: 600 }
article h2 { margin: 0; border: 0; font-size: 1.05rem; text-transform: none }
p { margin: .5rem 0 } .muted { color: var(--muted); font-size: .875rem }
pre { overflow-x: auto; white-space: pre-wrap; overflow-wrap: anywhere; font-size: .875rem; margin: .5rem 0 }
.tag { font-size: .8125rem; color: var(--muted); margin-left: .5rem }
`
