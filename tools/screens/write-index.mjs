import { readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Writes the page that shows every screen, and returns how many pictures there are, and their bytes. */
export function writeIndex(folder, screens) {
  const files = readdirSync(folder).filter((file) => file.endsWith('.webp'))
  const sections = screens.flatMap(({ name, sizes }) =>
    sectionOf(
      name,
      sizes.filter((size) => files.includes(`${name}-${size}.webp`)),
    ),
  )
  writeFileSync(
    join(folder, 'README.md'),
    [
      '# Screens',
      'Made by `npm run screens` from the running product with examples; widths in pixels.',
      ...sections,
    ].join('\n\n') + '\n',
  )
  return { count: files.length, bytes: files.reduce((sum, file) => sum + statSync(join(folder, file)).size, 0) }
}

function sectionOf(name, sizes) {
  if (sizes.length === 0) return []
  const shown = sizes.find((size) => size === '1280-light') ?? sizes.at(-1)
  const links = sizes.map((size) => `[${size.replace('-', ' ')}](${name}-${size}.webp)`)
  return `## ${name}\n\n<img src="${name}-${shown}.webp" width="480" alt="">\n\n${links.join(', ')}`
}
