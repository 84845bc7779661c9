import * as fc from 'fast-check'
import { NAUGHTY } from './naughty-strings.ts'

/** The part of JSON Schema that the contract uses. */
export type JsonSchema = {
  type?: string
  format?: string
  pattern?: string
  enum?: readonly (string | number | null)[]
  const?: string | number
  minLength?: number
  maxLength?: number
  minimum?: number
  exclusiveMinimum?: number
  maximum?: number
  minItems?: number
  maxItems?: number
  /** False after the items of a tuple. */
  items?: JsonSchema | false
  prefixItems?: readonly JsonSchema[]
  properties?: Record<string, JsonSchema>
  /** Of a record: its names, and its values. */
  propertyNames?: JsonSchema
  additionalProperties?: JsonSchema | false
  required?: readonly string[]
  anyOf?: readonly JsonSchema[]
}

/** By property name, values that are known to the server: existing ids, a correct password. */
export type Known = Readonly<Record<string, readonly string[]>>

/** Values that a schema allows, including unusual strings and limits. */
export function validValues(schema: JsonSchema, known: Known, name = ''): fc.Arbitrary<unknown> {
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((one) => validValues(one, known, name)))
  const made = make(schema, known, name)
  const meaningful = known[name] ?? []
  if (schema.type !== 'string' || schema.const !== undefined || schema.enum || meaningful.length === 0) return made
  return fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...meaningful) }, { weight: 1, arbitrary: made })
}

function make(schema: JsonSchema, known: Known, name: string): fc.Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if (schema.type === 'string') return texts(schema)
  if (schema.type === 'integer') return integers(schema)
  if (schema.type === 'number') return numbers(schema)
  if (schema.type === 'boolean') return fc.boolean()
  if (schema.type === 'null') return fc.constant(null)
  if (schema.prefixItems) return fc.tuple(...schema.prefixItems.map((one) => validValues(one, known, name)))
  if (schema.type === 'array') {
    const { items, minItems = 0, maxItems = 5 } = schema
    return fc.array(validValues(items || {}, known, name), {
      minLength: minItems,
      maxLength: Math.min(maxItems, minItems + 4),
    })
  }
  if (schema.type !== 'object') throw new Error(`No values are known for ${JSON.stringify(schema)}`)
  if (schema.propertyNames && schema.additionalProperties) {
    // Names of a prototype are rejected.
    const names = (validValues(schema.propertyNames, known) as fc.Arbitrary<string>).filter((one) => !(one in {}))
    return fc.dictionary(names, validValues(schema.additionalProperties, known), { maxKeys: 3, noNullPrototype: true })
  }
  const properties = Object.entries(schema.properties ?? {})
  const values = properties.map(([key, of]) => [key, validValues(of, known, key)] as const)
  return fc.record(Object.fromEntries(values), { requiredKeys: [...(schema.required ?? [])], noNullPrototype: true })
}

const emails = fc
  .tuple(
    fc.stringMatching(/^[a-z0-9]{1,20}$/),
    fc.constantFrom('@example.org', '+trial@sub.example.org', "o'x@Example.ORG", '@bücher.example'),
  )
  .map((parts) => parts.join(''))

const dates = fc
  .date({ min: new Date('0001-01-01T00:00:00Z'), max: new Date('9999-12-31T23:59:59Z'), noInvalidDate: true })
  .map((date) => date.toISOString())

function texts({ format, pattern, minLength = 0, maxLength }: JsonSchema): fc.Arbitrary<string> {
  if (format === 'email') return emails
  // Some calls connect to it.
  if (format === 'uri') return fc.webPath({ size: 'small' }).map((path) => `http://127.0.0.1:1${path}`)
  if (format === 'date-time') return dates
  if (format === 'password') return freeTexts(4, 60).map((text) => `aB3!${text}`)
  if (pattern === undefined) return freeTexts(minLength, maxLength ?? 200)
  const wanted = new RegExp(pattern)
  if (maxLength === undefined) return fc.stringMatching(wanted)
  // A filter that nothing passes never ends.
  return NAUGHTY.some((text) => wanted.test(text))
    ? freeTexts(minLength, maxLength).filter((text) => wanted.test(text))
    : fc.stringMatching(wanted).filter(({ length }) => length <= maxLength)
}

const freeTexts = (min: number, max: number): fc.Arbitrary<string> =>
  fc
    .oneof(
      { weight: 6, arbitrary: fc.constantFrom(...NAUGHTY) },
      { weight: 3, arbitrary: fc.string({ unit: 'grapheme', maxLength: 30 }) },
      { weight: 1, arbitrary: fc.constantFrom('x'.repeat(min), 'x'.repeat(max)) },
    )
    .map((text) => {
      const cut = text.replaceAll('\0', '').slice(0, max).toWellFormed()
      // Spaces around a text are ignored.
      return [...cut.trim()].length < min
        ? cut
            .trim()
            .padEnd(min * 2, 'x')
            .slice(0, max)
        : cut
    })

const numbers = ({ minimum, exclusiveMinimum, maximum = 1e9 }: JsonSchema): fc.Arbitrary<number> =>
  fc.double({
    min: minimum ?? exclusiveMinimum ?? -1e9,
    minExcluded: exclusiveMinimum !== undefined,
    max: maximum,
    noNaN: true,
  })

/** Mostly small ones, because ten thousand parts are slow. */
function integers({ minimum = 0, maximum = Number.MAX_SAFE_INTEGER }: JsonSchema): fc.Arbitrary<number> {
  const low = Math.max(minimum, 0)
  return fc.oneof(
    { weight: 1, arbitrary: fc.constantFrom(minimum, maximum) },
    { weight: 15, arbitrary: fc.integer({ min: low, max: Math.min(maximum, low + 5) }) },
  )
}
