const JSON_LIST = /^\s*\[/
/** Whatever a shell would give a meaning of its own. */
const SPECIAL = /['"\\$`|&;<>()*?[\]{}~#!\n\r\0]/

/** A command as its words, which no shell ever reads. Undefined unless it is a JSON array of words, or plain words with blanks between. */
export function parseCommand(text: string): [string, ...string[]] | undefined {
  const words = JSON_LIST.test(text) ? parseList(text) : SPECIAL.test(text) ? [] : text.trim().split(/\s+/)
  const [program, ...more] = words
  return program ? [program, ...more] : undefined
}

function parseList(text: string): string[] {
  try {
    const list: unknown = JSON.parse(text)
    const isWords = Array.isArray(list) && list.every((word) => typeof word === 'string' && !word.includes('\0'))
    return isWords ? (list as string[]) : []
  } catch {
    return []
  }
}
