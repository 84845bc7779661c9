import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

const css = readFileSync(new URL('../styles.css', import.meta.url), 'utf8')

type Tokens = ReadonlyMap<string, string>

/** On paper, some colours of the light theme are others. */
const [screen = '', paper = ''] = css.split('@media print')
const tokensIn = (text: string) => [
  ...text.matchAll(/--([\w-]+):\s*(?:light-dark\((#[\da-f]{6}), (#[\da-f]{6})\)|(#[\da-f]{6}));/gi),
]
const tokens = tokensIn(screen)
const light: Tokens = new Map(tokens.map(([, name = '', color, , same]) => [name, color ?? same ?? '']))
const dark: Tokens = new Map(tokens.map(([, name = '', , color, same]) => [name, color ?? same ?? '']))
const printed: Tokens = new Map([
  ...light,
  ...tokensIn(paper).map(([, name = '', , , same = '']) => [name, same] as const),
])

function luminance(code: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((place) => {
    const share = Number.parseInt(code.slice(place, place + 2), 16) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrast(theme: Tokens, front: string, back: string): number {
  const [one, other] = [front, back].map((name) => {
    const code = theme.get(name)
    if (code === undefined) throw new Error(`styles.css has no colour --${name}`)
    return luminance(code)
  })
  if (one === undefined || other === undefined) throw new Error('Two colours make a contrast')
  return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05)
}

const SURFACES = ['paper', 'card', 'sunken'] as const
const STATUSES = ['blue', 'yellow', 'green', 'red', 'grey'] as const
type Pair = readonly [string, string]

const TEXT: readonly Pair[] = [
  ...['ink', 'muted', 'action', 'danger'].flatMap((text) => SURFACES.map((surface): Pair => [text, surface])),
  ['on-action', 'action'],
  ['on-action', 'action-hover'],
  ['on-danger', 'danger'],
  ['on-danger', 'danger-hover'],
  ['danger', 'danger-soft'],
  ['ink', 'danger-soft'],
  ...STATUSES.flatMap((status): Pair[] => [
    [`status-${status}`, `status-${status}-soft`],
    [`status-${status}`, 'card'],
    ['ink', `status-${status}-soft`],
  ]),
  // The call to action, map labels and the sidebar are dark with pale text in both themes.
  ['ramp-1', 'ramp-9'],
  ['ramp-1', 'ramp-8'],
  ['ramp-9', 'ramp-3'],
  ['ramp-9', 'ramp-2'],
]

/** Borders of controls and focus rings: WCAG 2.2 requires 3 : 1. */
const SHAPES: readonly Pair[] = [
  ...SURFACES.flatMap((surface): Pair[] => [
    ['focus', surface],
    ['line-strong', surface],
    ['action', surface],
  ]),
  ['ramp-3', 'ramp-9'],
]

const themes: readonly (readonly [string, Tokens])[] = [
  ['light', light],
  ['dark', dark],
  ['printed', printed],
]

describe.each(themes)('in the %s theme', (_, theme) => {
  it.each(TEXT)('%s can be read on %s', (front, back) => {
    expect(contrast(theme, front, back)).toBeGreaterThanOrEqual(4.5)
  })

  it.each(SHAPES)('%s can be told from %s', (front, back) => {
    expect(contrast(theme, front, back)).toBeGreaterThanOrEqual(3)
  })
})

it('the contrast of black on white is 21 to 1, and all themes are checked', () => {
  expect(new Set([light, dark, printed].map((theme) => theme.get('paper'))).size).toBe(3)
  const extremes = new Map([
    ['black', '#000000'],
    ['white', '#ffffff'],
  ])
  expect(contrast(extremes, 'black', 'white')).toBeCloseTo(21)
})
