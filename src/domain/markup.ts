// Pages that are written from texts of people: each text is escaped where it is put in.

/** Text that is markup already. */
export class Markup {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

type Part = Markup | string | number | null | readonly Markup[]

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

const textOf = (part: Part): string => {
  if (part instanceof Markup) return part.text
  if (typeof part === 'object') return part === null ? '' : part.map(({ text }) => text).join('')
  return String(part).replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '')
}

/** What stands between the strings is text, unless it is markup. */
export const markup = (strings: TemplateStringsArray, ...parts: readonly Part[]): Markup =>
  new Markup(strings.map((string, at) => string + (at < parts.length ? textOf(parts[at] ?? null) : '')).join(''))
