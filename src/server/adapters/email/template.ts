/** The content of an email: plain text, so that nothing a person typed can become markup or a header. */
export type EmailContent = {
  subject: string
  greeting: string
  paragraphs: readonly string[]
  /** A code to be read, displayed separately. */
  code?: string
  action?: { label: string; url: string }
}

/** Renders both forms of an email from one source. */
export function renderEmail(email: EmailContent): { subject: string; text: string; html: string } {
  const closing = 'Skyfurrow'
  const text = [
    email.greeting,
    ...email.paragraphs,
    ...(email.code ? [`    ${email.code}`] : []),
    ...(email.action ? [`${email.action.label}: ${email.action.url}`] : []),
    closing,
  ].join('\n\n')

  const html = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(email.subject)}</title></head>
<body style="margin:0;background:#fbf8f1;color:#152f4a;font:16px/1.5 system-ui,sans-serif">
<div style="max-width:34rem;margin:0 auto;padding:2rem 1.25rem">
<p style="margin:0 0 1.5rem;font-weight:700;color:#0d6e5f">Skyfurrow</p>
<p>${escapeHtml(email.greeting)}</p>
${email.paragraphs.map((paragraph) => `<p style="white-space:pre-line">${escapeHtml(paragraph)}</p>`).join('\n')}
${email.code ? `<p style="font-size:1.75rem;letter-spacing:.3em;font-weight:600">${escapeHtml(email.code)}</p>` : ''}
${email.action ? `<p><a href="${escapeHtml(email.action.url)}" style="display:inline-block;background:#0d6e5f;color:#fff;padding:.65rem 1rem;border-radius:.375rem;text-decoration:none">${escapeHtml(email.action.label)}</a></p>` : ''}
</div></body></html>`
  return { subject: email.subject.replace(/[\r\n]+/g, ' '), text: `${text}\n`, html }
}

export const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
