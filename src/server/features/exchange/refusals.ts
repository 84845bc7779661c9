import type { ExchangeCounts, ExchangeReport } from '#domain/exchange/exchange.ts'

const REASONS_MAX = 40
const EXAMPLES_MAX = 5

/** Why something isn't exchanged, counted. */
export class Refusals {
  readonly #counts = new Map<string, { count: number; examples: string[] }>()

  add(reason: string, example?: string, count = 1): void {
    const known = this.#counts.get(reason) ?? { count: 0, examples: [] }
    known.count += count
    const isNew = example !== undefined && !known.examples.includes(example)
    if (isNew && known.examples.length < EXAMPLES_MAX) known.examples.push(example)
    this.#counts.set(reason, known)
  }

  list(): ExchangeReport['refused'] {
    return [...this.#counts].map(([reason, counted]) => ({ reason, ...counted })).slice(0, REASONS_MAX)
  }
}

export type Refuse = (reason: string, example: string, count?: number) => void

/** Counts what is refused, with its reason. */
export const refuser =
  (refusals: Refusals, counts: ExchangeCounts): Refuse =>
  (reason, example, count = 1) => {
    counts.refused += count
    refusals.add(reason, example, count)
  }
