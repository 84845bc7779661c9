import { mkdir, writeFile } from 'node:fs/promises'
import sharp from 'sharp'
import { mark } from '../../src/web/features/marketing/frame/logo-mark.ts'

const PAPER = '#f3e9d2'
const LEAF = '#98b95a'
const INK = '#152f4a'

const strokes = (line: string, dots: string): string =>
  `<path d="${mark.furrow}" fill="none" stroke="${line}" stroke-width="${mark.strokeWidth}" stroke-linecap="round"/>` +
  mark.flight.map(({ x, y, radius }) => `<circle cx="${x}" cy="${y}" r="${radius}" fill="${dots}"/>`).join('')

/** The mark on its ink ground; `corner` is the rounding, none where the system cuts its own. */
const tile = (corner: number): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="${corner}" fill="${INK}"/>${strokes(PAPER, LEAF)}</svg>\n`

export async function makeMarks(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  await writeFile(`${folder}/favicon.svg`, tile(7))
  const large = (corner: number, size: number): Promise<Buffer> =>
    sharp(Buffer.from(tile(corner)), { density: 72 * (size / 8) })
      .resize(size)
      .png({ compressionLevel: 9 })
      .toBuffer()
  await writeFile(`${folder}/favicon-32.png`, await large(7, 32))
  await writeFile(`${folder}/apple-touch-icon.png`, await large(0, 180))
}
