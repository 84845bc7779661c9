/** Figures as single strokes on a grid of 4 by 6, in the manner of a drafting machine: no font is needed. */
const STROKES: Record<string, string> = {
  '0': 'M2 0C0.6 0 0.2 1.6 0.2 3S0.6 6 2 6S3.8 4.4 3.8 3S3.4 0 2 0Z',
  '1': 'M0.9 1.1L2.3 0V6M0.9 6H3.7',
  '2': 'M0.3 1.5C0.5 0.5 1.2 0 2.1 0C3.1 0 3.7 0.7 3.7 1.6C3.7 2.6 2.9 3.3 0.3 6H3.8',
  '3': 'M0.5 0H3.6L1.9 2.4C3.2 2.4 3.8 3.2 3.8 4.2C3.8 5.3 3 6 1.9 6C1.1 6 0.5 5.7 0.2 5.1',
  '4': 'M2.9 6V0L0.2 4.2H3.9',
  '5': 'M3.5 0H0.8L0.5 2.7C0.9 2.4 1.4 2.2 2 2.2C3.1 2.2 3.8 3 3.8 4.1C3.8 5.2 3 6 1.9 6C1.1 6 0.5 5.7 0.2 5.1',
  '6': 'M3.3 0.4C1.2 0.6 0.2 2.3 0.2 4.1C0.2 5.3 0.9 6 2 6S3.8 5.2 3.8 4.1S3.1 2.3 2 2.3S0.4 3 0.2 4.1',
  '7': 'M0.2 0H3.8L1.5 6',
  '8': 'M2 2.8C0.9 2.8 0.5 2.1 0.5 1.4S1 0 2 0S3.5 0.7 3.5 1.4S3.1 2.8 2 2.8C0.8 2.8 0.2 3.5 0.2 4.4S0.8 6 2 6S3.8 5.3 3.8 4.4S3.2 2.8 2 2.8Z',
  '9': 'M0.7 5.6C2.8 5.4 3.8 3.7 3.8 1.9C3.8 0.7 3.1 0 2 0S0.2 0.8 0.2 1.9S0.9 3.7 2 3.7S3.6 3 3.8 1.9',
  '.': 'M1.6 5.7H2.1V6H1.6Z',
}
const ADVANCE = 5.2

export type Lettering = { text: string; x: number; y: number; height: number; turn: number; colour: string }

/** SVG of a figure centred on a point. */
export function figure({ text, x, y, height, turn, colour }: Lettering): string {
  const glyphs = text.split('')
  const width = glyphs.reduce((sum, glyph) => sum + (glyph === '.' ? 2.6 : ADVANCE), -(ADVANCE - 4))
  let at = 0
  const strokes = glyphs.map((glyph) => {
    const path = `<path transform="translate(${at - (glyph === '.' ? 1.2 : 0)} 0)" d="${STROKES[glyph] ?? ''}"/>`
    at += glyph === '.' ? 2.6 : ADVANCE
    return path
  })
  const place = `translate(${x} ${y}) rotate(${turn}) scale(${height / 6}) translate(${-width / 2} -3)`
  return `<g transform="${place}" fill="none" stroke="${colour}" stroke-width="0.95" stroke-linecap="round" stroke-linejoin="round">${strokes.join('')}</g>`
}
