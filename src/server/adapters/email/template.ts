import { brand } from '#domain/brand.ts'
import { isolateName } from '#domain/display-names.ts'

/** The content of an email: plain text, so that nothing a person typed can become markup or a header. */
export type EmailContent = {
  subject: string
  greeting?: string
  paragraphs: readonly string[]
  /** A code to be typed in; it stands first. */
  code?: string
  /** What a person wrote, set apart from our own words. */
  quote?: string
  /** A list, below the paragraphs. URLs are resolved like that of the action. */
  links?: readonly Link[]
  /** The URL is resolved against PUBLIC_URL. */
  action?: Link
  /** How to answer. */
  contact?: string
  /** The maps whose pictures are attached. */
  pictureFileIds?: readonly string[]
  /** How to switch such emails off. */
  footnote?: Link
}

type Link = { label: string; url: string }

export const helloTo = ({ fullName }: { fullName: string }): string => `Hello ${isolateName(fullName)},`

const CONTACT = `Questions? Reply to this email, or write to ${brand.contactEmail}.`

/** Renders both forms of an email from one source. */
export function renderEmail(
  email: EmailContent,
  { publicUrl }: { publicUrl: string },
): { subject: string; text: string; html: string } {
  const content = resolved(email, publicUrl)
  return { subject: content.subject, text: textOf(content, publicUrl), html: htmlOf(content, publicUrl) }
}

function resolved(email: EmailContent, publicUrl: string) {
  const absolute = ({ label, url }: Link): Link => ({ label, url: new URL(url, publicUrl).href })
  return {
    ...email,
    subject: email.subject.replace(/[\r\n]+/g, ' '),
    links: email.links?.map(absolute),
    action: email.action && absolute(email.action),
    footnote: email.footnote && absolute(email.footnote),
    contact: email.contact ?? CONTACT,
  }
}

type Content = ReturnType<typeof resolved>

function textOf(email: Content, publicUrl: string): string {
  const blocks = [
    email.code === undefined ? undefined : `${email.subject}:\n\n    ${email.code}`,
    email.greeting,
    ...email.paragraphs,
    email.quote?.replace(/^/gm, '> '),
    ...(email.links ?? []).map(({ label, url }) => `${label}\n${url}`),
    email.action && `${email.action.label}:\n${email.action.url}`,
    [`-- \n${brand.name}: ${brand.tagline}`, publicUrl, email.contact].join('\n'),
    email.footnote && `${email.footnote.label}:\n${email.footnote.url}`,
  ]
  return `${blocks.filter((block) => block !== undefined).join('\n\n')}\n`
}

/** Tables, inline styles and no pictures, as email clients need it. Those that know the dark theme read the style element. */
function htmlOf(email: Content, publicUrl: string): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(email.subject)}</title>
<style>${DARK}</style></head>
<body class="paper ink" style="margin:0;background:#fbf8f1;color:#152f4a;${FONT}">
<div style="display:none;max-height:0;overflow:hidden">${escapeHtml(previewOf(email))}</div>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" class="paper" style="background:#fbf8f1"><tr><td align="center" style="padding:24px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px;text-align:left">
<tr><td style="padding:0 4px 14px"><a href="${escapeHtml(publicUrl)}" class="ink" style="${FONT};font-size:20px;font-weight:700;letter-spacing:-.02em;color:#152f4a;text-decoration:none">${brand.name}</a></td></tr>
<tr><td>${ramp}</td></tr>
<tr><td class="card" style="background:#ffffff;border:1px solid #e0d8c5;border-top:0;padding:28px 24px">
<h1 style="${FONT};font-size:22px;line-height:1.25;font-weight:700;letter-spacing:-.01em;margin:0 0 16px">${escapeHtml(email.subject)}</h1>
${bodyOf(email)}
</td></tr>
<tr><td class="muted" style="${FONT};font-size:14px;line-height:1.5;color:#566473;padding:18px 4px">
${escapeHtml(email.contact)}${email.footnote === undefined ? '' : `<br><a href="${escapeHtml(email.footnote.url)}" class="muted" style="color:#566473">${escapeHtml(email.footnote.label)}</a>`}
<br>${brand.name}: ${brand.tagline}
</td></tr></table></td></tr></table></body></html>`
}

const FONT = "font-family:Inter,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"
const TEXT = `${FONT};font-size:16px;line-height:1.5;margin:0 0 14px;white-space:pre-line;overflow-wrap:anywhere`
const BUTTON = `${FONT};display:inline-block;background:#0d6e5f;color:#ffffff;font-size:16px;font-weight:600;padding:12px 20px;border-radius:6px;text-decoration:none`
const CODE =
  'font-family:ui-monospace,Menlo,Consolas,monospace;font-size:36px;line-height:1.2;font-weight:700;letter-spacing:.18em'

/** The colours of src/web/styles.css. */
const DARK = `@media (prefers-color-scheme: dark) {
.paper { background: #0d1b2a !important } .card { background: #13263a !important; border-color: #263c52 !important }
.ink { color: #f3ecdc !important } .muted { color: #aab6c1 !important } .code { background: #0a1522 !important }
.button { background: #98b95a !important; color: #0d1b2a !important } .quote { border-color: #98b95a !important } }`

const RAMP = ['#f3e9d2', '#e3d3a4', '#c9c873', '#98b95a', '#5fa657', '#2b8c5a', '#0d6e5f', '#0b4f5c', '#152f4a']
const ramp = `<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr>${RAMP.map(
  (colour) => `<td style="background:${colour};height:6px;font-size:0;line-height:0">&nbsp;</td>`,
).join('')}</tr></table>`

/** What mailboxes show beside the subject. */
const previewOf = ({ code, paragraphs }: Content): string =>
  [code, ...paragraphs.slice(0, 1)].filter(Boolean).join(': ')

const bodyOf = ({ code, greeting, paragraphs, quote, links, action }: Content): string =>
  [
    code === undefined
      ? ''
      : `<p class="code" style="margin:0 0 18px;background:#f4eee0;padding:14px 18px;text-align:center"><span style="${CODE}">${escapeHtml(code)}</span></p>`,
    ...[greeting, ...paragraphs].flatMap((text) => (text ? [`<p style="${TEXT}">${escapeHtml(text)}</p>`] : [])),
    quote
      ? `<p class="quote" style="${TEXT};border-left:3px solid #0d6e5f;padding:2px 0 2px 14px">${escapeHtml(quote)}</p>`
      : '',
    links
      ? `<ul style="${FONT};font-size:16px;line-height:1.5;margin:0 0 14px;padding-left:20px">${links.map(({ label, url }) => `<li style="margin:0 0 6px"><a href="${escapeHtml(url)}" class="ink" style="color:#152f4a">${escapeHtml(label)}</a></li>`).join('')}</ul>`
      : '',
    action
      ? `<p style="margin:22px 0 4px"><a href="${escapeHtml(action.url)}" class="button" style="${BUTTON}">${escapeHtml(action.label)}</a></p>`
      : '',
  ]
    .filter(Boolean)
    .join('\n')

export const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
