import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { MAP_MARKS } from './map-marks.ts'

test('canvases have the same marks as the page', () => {
  const css = readFileSync(new URL('../styles.css', import.meta.url), 'utf8')
  const found = [...css.matchAll(/--mark-(\w+): (#[\da-f]{6});/g)].map(([, name, colour]) => [name, colour])
  expect(Object.fromEntries(found)).toEqual(MAP_MARKS)
})
