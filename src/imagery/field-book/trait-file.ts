import { csvLine } from '#domain/csv.ts'
import type { ValueType } from '#domain/trials.ts'

export type ScoredTrait = { name: string; unit: string | null; type: ValueType }

const FORMATS = { number: 'numeric', date: 'date', text: 'text' } as const satisfies Record<ValueType, string>

const TITLES = [
  'trait',
  'format',
  'defaultValue',
  'minimum',
  'maximum',
  'details',
  'categories',
  'isVisible',
  'realPosition',
] as const

/** Traits for the app Field Book (PhenoApps), a file that ends with .trt. Of several with one name the first counts. */
export function traitFile(traits: readonly ScoredTrait[]): string {
  const named = new Map<string, ScoredTrait>()
  for (const { name, ...trait } of traits) {
    const plain = name.replaceAll(REFUSED, ' ').trim()
    if (plain !== '' && !named.has(plain)) named.set(plain, { name: plain, ...trait })
  }
  return [
    csvLine(TITLES),
    ...[...named.values()].map(({ name, unit, type }, at) =>
      csvLine([name, FORMATS[type], '', '', '', unit ?? '', '', 'true', at + 1]),
    ),
  ].join('')
}

/** In names of files and in the database of the app. */
const REFUSED = /[\s/\\?<>*|"'`[\]]+/g
