import type { Command } from '#web/ui/shortcuts.ts'

const MOST = 40
/** Of each group, as long as nothing is typed. */
const MOST_OF_GROUP = 6

/** Those whose group and title have all words that were typed; titles that begin with them come first. */
export function foundCommands(commands: readonly Command[], text: string): Command[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) {
    const counts = new Map<string, number>()
    return commands.filter(({ group }) => {
      const count = (counts.get(group) ?? 0) + 1
      counts.set(group, count)
      return count <= MOST_OF_GROUP
    })
  }
  const [first = ''] = words
  const named = commands.filter(({ group, title }) => {
    const name = `${group} ${title}`.toLowerCase()
    return words.every((word) => name.includes(word))
  })
  const isFirst = ({ title }: Command) => title.toLowerCase().startsWith(first)
  return [...named.filter(isFirst), ...named.filter((command) => !isFirst(command))].slice(0, MOST)
}
