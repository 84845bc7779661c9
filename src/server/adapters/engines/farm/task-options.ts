// The options of a task: what the ordered outputs need, and what staff set, checked against the node's own list.
import type { ReportCategory } from '#domain/analyses.ts'
import { problemOfValue } from '#domain/engine-options.ts'
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
    const problem = option ? problemOfValue(option, value) : 'is not an option of this node'
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
