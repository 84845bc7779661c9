import { type Finding, fail, ok } from './finding.ts'

/** The first that runs TypeScript as it is. */
const OLDEST = [22, 18] as const

export function checkNode(version: string): Finding {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  if (major > OLDEST[0] || (major === OLDEST[0] && minor >= OLDEST[1])) return ok('node', `Node ${version}`)
  return fail(
    'node',
    `Node ${version} is too old`,
    `Install Node ${OLDEST.join('.')} or newer; Node 24 is what is tested.`,
  )
}
