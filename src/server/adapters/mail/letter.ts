/** A letter as written: plain text in, so that nothing a person typed can become markup or a header. */
export type Letter = {
  subject: string
  greeting: string
  paragraphs: readonly string[]
  /** A code to be read off, set apart. */
  code?: string
  action?: { label: string; url: string }
}

/** Both forms of a letter, from the one source. */
export function renderLetter(letter: Letter): { subject: string; text: string; html: string } {
  const closing = 'Skyfurrow'
  const text = [
    letter.greeting,
    ...letter.paragraphs,
    ...(letter.code ? [`    ${letter.code}`] : []),
    ...(letter.action ? [`${letter.action.label}: ${letter.action.url}`] : []),
    closing,
  ].join('\n\n')

  const html = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(letter.subject)}</title></head>
<body style="margin:0;background:#fbf8f1;color:#152f4a;font:16px/1.5 system-ui,sans-serif">
<div style="max-width:34rem;margin:0 auto;padding:2rem 1.25rem">
<p style="margin:0 0 1.5rem;font-weight:700;color:#0d6e5f">Skyfurrow</p>
<p>${escapeHtml(letter.greeting)}</p>
${letter.paragraphs.map((paragraph) => `<p style="white-space:pre-line">${escapeHtml(paragraph)}</p>`).join('\n')}
${letter.code ? `<p style="font-size:1.75rem;letter-spacing:.3em;font-weight:600">${escapeHtml(letter.code)}</p>` : ''}
${letter.action ? `<p><a href="${escapeHtml(letter.action.url)}" style="display:inline-block;background:#0d6e5f;color:#fff;padding:.65rem 1rem;border-radius:.375rem;text-decoration:none">${escapeHtml(letter.action.label)}</a></p>` : ''}
</div></body></html>`
  return { subject: letter.subject.replace(/[\r\n]+/g, ' '), text: `${text}\n`, html }
}

export const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
