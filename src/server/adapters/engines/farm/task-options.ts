// The options of a task: what the ordered outputs need, and what staff set, checked against the node's own list.
import type { ReportCategory } from '#domain/analyses.ts'
import type { RunOptions } from '#domain/processing.ts'
import { RunFailed } from '../engine.ts'
import type { NodeOption } from './node-client.ts'

const WITH_ELEVATION: readonly ReportCategory[] = ['elevationModels', 'plantFeatures', 'heatMaps']

/** What the outputs need; everything else stays as the node has it. */
export function optionsOfOutputs(outputs: readonly ReportCategory[]): RunOptions {
  const hasElevation = WITH_ELEVATION.some((output) => outputs.includes(output))
  const hasModel = outputs.includes('3dModel')
  return {
    cog: true,
    ...(hasElevation ? { dsm: true, dtm: true } : {}),
    ...(hasModel ? { gltf: true } : { 'skip-3dmodel': true }),
    // Without heights and a model, the dense cloud is not needed.
    ...(hasElevation || hasModel ? {} : { 'fast-orthophoto': true }),
  }
}

type Ordered = { outputs: readonly ReportCategory[]; options: RunOptions; known: readonly NodeOption[] }

/**
 * As `POST /task/new/init` takes them, and which of those that the outputs need the node doesn't have. Nodes drop unknown names
 * silently, so one that staff set is refused here. @throws RunFailed
 */
export function taskOptions({ outputs, options, known }: Ordered): { json: string; missing: string[] } {
  const byName = new Map(known.map((option) => [option.name, option]))
  const problems = Object.entries(options).flatMap(([name, value]) => {
    const option = byName.get(name)
    const problem = option ? problemOf(option, value) : 'is not an option of this node'
    return problem === undefined ? [] : [`${name} ${problem}`]
  })
  if (problems.length > 0)
    throw new RunFailed(`These options can't be used: ${problems.join('; ')}.`, {
      advice: 'Correct or remove them, and run again.',
      suggestedOptions: Object.fromEntries(
        Object.entries(options).filter(([name]) => !problems.some((one) => one.startsWith(`${name} `))),
      ),
    })
  const needed = Object.entries(optionsOfOutputs(outputs))
  const all = { ...Object.fromEntries(needed.filter(([name]) => byName.has(name))), ...options }
  const missing = needed.map(([name]) => name).filter((name) => !byName.has(name))
  return { json: JSON.stringify(Object.entries(all).map(([name, value]) => ({ name, value }))), missing }
}

const TEXT_MAX = 10_000

/** What is wrong with a value, to follow the name of the option. */
function problemOf({ type, domain }: NodeOption, value: string | number | boolean): string | undefined {
  const text = String(value)
  if (text.length > TEXT_MAX) return 'is too long'
  if (Array.isArray(domain))
    return domain.includes(text) ? undefined : `must be one of ${domain.filter(Boolean).join(', ')}`
  if (type === 'bool') return /^(?:true|false|0|1)$/.test(text) ? undefined : 'must be true or false'
  if (type !== 'int' && type !== 'float') return undefined
  const number = text.trim() === '' || typeof value === 'boolean' ? Number.NaN : Number(value)
  if (!Number.isFinite(number)) return 'must be a number'
  if (type === 'int' && !Number.isInteger(number)) return 'must be a whole number'
  return isInDomain(number, domain) ? undefined : `must be: ${domain}`
}

const COMPARISONS: Record<string, (a: number, b: number) => boolean> = {
  '>=': (a, b) => a >= b,
  '>': (a, b) => a > b,
  '<=': (a, b) => a <= b,
  '<': (a, b) => a < b,
}

/** As nodes describe it; one that is described otherwise is left to the node. */
function isInDomain(number: number, domain: string): boolean {
  if (domain === 'percent') return number >= 0 && number <= 100
  if (domain.startsWith('positive ')) return number >= 0
  if (domain.startsWith('negative ')) return number <= 0
  const [, low, high] = /^(?:float|integer): ([-+.\d]+) <= x <= ([-+.\d]+)$/.exec(domain) ?? []
  if (low !== undefined && high !== undefined) return number >= Number(low) && number <= Number(high)
  const [, comparison = '', bound] = /^(?:float|integer) (>=|>|<=|<) ([-+.\d]+)$/.exec(domain) ?? []
  return COMPARISONS[comparison]?.(number, Number(bound)) ?? true
}
