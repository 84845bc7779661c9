// What an engine says can be set for a run, and which values it takes.

/** `value` is the default, as text. `domain` lists the values, or says them in words of the engine. */
export type EngineOption = {
  name: string
  type: string
  value: string
  domain: string | string[]
  help: string
}

type Taken = Pick<EngineOption, 'type' | 'domain'>

/** Its values, to follow 'must be': 'a whole number from 1 to 14', 'true or false', 'text'. */
export function valuesOf({ type, domain }: Taken): string {
  if (typeof domain !== 'string') return `one of ${domain.filter(Boolean).join(', ')}`
  if (type === 'bool') return 'true or false'
  if (type !== 'int' && type !== 'float') return 'text'
  return [type === 'int' ? 'a whole number' : 'a number', rangeText(rangeOf(domain))].filter(Boolean).join(' ')
}

/** What is wrong with a value, to follow the name of the option; undefined where nothing is. */
export function problemOfValue({ type, domain }: Taken, value: string | number | boolean): string | undefined {
  return isTaken({ type, domain }, value) ? undefined : `must be ${valuesOf({ type, domain })}`
}

function isTaken({ type, domain }: Taken, value: string | number | boolean): boolean {
  const text = String(value)
  if (typeof domain !== 'string') return domain.includes(text)
  if (type === 'bool') return /^(?:true|false|0|1)$/.test(text)
  if (type !== 'int' && type !== 'float') return true
  const number = text.trim() === '' || typeof value === 'boolean' ? Number.NaN : Number(value)
  if (!Number.isFinite(number) || (type === 'int' && !Number.isInteger(number))) return false
  const { least, most, isOpen } = rangeOf(domain)
  return isOpen ? number > least && number < most : number >= least && number <= most
}

/** Open: without its ends. */
type Range = { least: number; most: number; isOpen: boolean }
const ANY: Range = { least: -Infinity, most: Infinity, isOpen: false }

/** As nodes describe it; what is described otherwise is left to the node. */
function rangeOf(domain: string): Range {
  if (domain === 'percent') return { ...ANY, least: 0, most: 100 }
  if (domain.startsWith('positive ')) return { ...ANY, least: 0 }
  if (domain.startsWith('negative ')) return { ...ANY, most: 0 }
  const [, low, high] = /^(?:float|integer): ([-+.\d]+) <= x <= ([-+.\d]+)$/.exec(domain) ?? []
  if (low !== undefined && high !== undefined) return { ...ANY, least: Number(low), most: Number(high) }
  const [, sign = '', bound] = /^(?:float|integer) (>=|>|<=|<) ([-+.\d]+)$/.exec(domain) ?? []
  if (bound === undefined) return ANY
  return { ...ANY, [sign.startsWith('>') ? 'least' : 'most']: Number(bound), isOpen: !sign.endsWith('=') }
}

function rangeText({ least, most, isOpen }: Range): string {
  if (Number.isFinite(least) && Number.isFinite(most)) return `from ${least} to ${most}`
  if (Number.isFinite(least)) return isOpen ? `above ${least}` : `of at least ${least}`
  if (Number.isFinite(most)) return isOpen ? `below ${most}` : `of at most ${most}`
  return ''
}
