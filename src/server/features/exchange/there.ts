import type { ValueThere } from './read-study.ts'

type Place = { reference: string; unitId: string; day: string }

/** Where a value was looked for: by what we called it, by its day as it is written there, or by its day in UTC. */
type Found = { values: readonly ValueThere[]; by: 'reference' | 'day' | 'utcDay' | 'nothing' }

/** The values of a variable that are there, by what we called them and by plot and day. */
export class There {
  readonly #byReference = new Map<string, ValueThere[]>()
  readonly #byDay = new Map<string, ValueThere[]>()
  readonly #byUtcDay = new Map<string, ValueThere[]>()
  readonly #undated = new Set<string>()
  readonly #asked = new Set<string>()

  add(value: ValueThere): void {
    const { reference, unitId, day, utcDay } = value
    if (reference !== null) put(this.#byReference, reference, value)
    if (day === null) this.#undated.add(unitId)
    else put(this.#byDay, `${unitId} ${day}`, value)
    if (utcDay !== null) put(this.#byUtcDay, `${unitId} ${utcDay}`, value)
  }

  at({ reference, unitId, day }: Place): Found {
    this.#asked.add(reference)
    const ways = [
      { by: 'reference', values: this.#byReference.get(reference) },
      { by: 'day', values: this.#byDay.get(`${unitId} ${day}`) },
      { by: 'utcDay', values: this.#byUtcDay.get(`${unitId} ${day}`) },
    ] as const
    for (const { by, values } of ways) if (values) return { by, values }
    return { by: 'nothing', values: [] }
  }

  /** Whether a plot has a value that may be of any day. */
  hasUndated = (unitId: string): boolean => this.#undated.has(unitId)

  /** How many values that were sent for a trial are of no plot and day that it has now. */
  unasked(trialId: string): number {
    const gone = [...this.#byReference].filter(
      ([reference]) => reference.startsWith(`${trialId}:`) && !this.#asked.has(reference),
    )
    return gone.reduce((sum, [, values]) => sum + values.length, 0)
  }
}

function put(map: Map<string, ValueThere[]>, key: string, value: ValueThere): void {
  const list = map.get(key)
  if (list) list.push(value)
  else map.set(key, [value])
}
