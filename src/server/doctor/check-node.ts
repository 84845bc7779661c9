import { type Finding, fail, ok } from './finding.ts'

/** The first version that runs TypeScript without a flag. */
const MINIMUM = [22, 18] as const

export function checkNode(version: string): Finding {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  if (major > MINIMUM[0] || (major === MINIMUM[0] && minor >= MINIMUM[1])) return ok('node', `Node ${version}`)
  return fail('node', `Node ${version} is too old`, `Install Node ${MINIMUM.join('.')} or newer; Node 24 is tested.`)
}
