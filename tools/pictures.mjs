// Writes a picture of the public pages in every size they ask for: node tools/pictures.mjs <image> <name>. The names and widths are in
// src/web/features/marketing/pictures.ts. Why no code draws them: docs/decisions/011-drawn-pages.md. The pictures of screens are made by
// npm run screens -- pictures
import { PICTURE_NAMES, writePicture } from './lib/write-picture.mjs'

const [image, name] = process.argv.slice(2)
if (!image || !PICTURE_NAMES.includes(name)) {
  process.stderr.write(`Usage: node tools/pictures.mjs <image> <${PICTURE_NAMES.join('|')}>\n`)
  process.exit(2)
}
await writePicture(image, name)
