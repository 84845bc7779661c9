import { seconds } from '#domain/units.ts'
import { isLoopback, reachable } from '../config/loopback.ts'
import { type DoctorContext, type Finding, fail, ok, reasonOf, skipped } from './finding.ts'

const TIMEOUT_MS = seconds(10)

type Answer = 'ours' | 'something else' | { reason: string }

async function probe(url: string): Promise<Answer> {
  try {
    const response = await fetch(`${url}/healthz`, { signal: AbortSignal.timeout(TIMEOUT_MS) })
    const body: unknown = await response.json().catch(() => undefined)
    return response.ok && (body as { status?: unknown } | undefined)?.status === 'alive' ? 'ours' : 'something else'
  } catch (error) {
    return { reason: reasonOf(error) }
  }
}

export async function* checkPublicUrl({ config }: DoctorContext): AsyncGenerator<Finding> {
  const { publicUrl, mode, host, port } = config
  const url = new URL(publicUrl)
  if (mode === 'production' && url.protocol === 'http:' && !isLoopback(url.hostname))
    yield fail(
      'encryption',
      `PUBLIC_URL is ${publicUrl}: passwords and files would be sent unencrypted`,
      'Put a proxy with a certificate in front of it, and set PUBLIC_URL to its https address.',
    )
  if (!config.roles.includes('web')) return
  const here = await probe(`http://${reachable(host)}:${port}`)
  if (here === 'something else') {
    yield fail('port', `another program responds on port ${port}`, 'Stop it, or set PORT.')
    return
  }
  yield findingOf(await probe(publicUrl), { publicUrl, runs: here === 'ours' })
}

function findingOf(answer: Answer, { publicUrl, runs }: { publicUrl: string; runs: boolean }): Finding {
  const name = 'public address'
  if (answer === 'ours') return ok(name, `${publicUrl} leads to Skyfurrow`)
  if (answer === 'something else')
    return fail(
      name,
      `something other than Skyfurrow responds at ${publicUrl}`,
      'Correct PUBLIC_URL, or point it to this machine.',
    )
  const says = `${publicUrl} can't be reached from this machine: ${answer.reason}`
  const isPermanent = /ENOTFOUND|EAI_AGAIN|certificate|self-signed|altnames/i.test(answer.reason)
  return runs || isPermanent
    ? fail(name, says, 'Correct PUBLIC_URL, its DNS name or certificate, or the proxy in front of the program.')
    : skipped(name, `the program is not running; run this again when it is (${says})`)
}

/** The program itself does not support TLS, so https needs a proxy. */
export async function* checkProxies({ config }: DoctorContext): AsyncGenerator<Finding> {
  const { publicUrl, trustedProxies, roles } = config
  if (!roles.includes('web') || !publicUrl.startsWith('https:')) return
  yield trustedProxies.length > 0
    ? ok('proxies', `trusted: ${trustedProxies.join(', ')}`)
    : fail(
        'proxies',
        'PUBLIC_URL is https, so a proxy is in front of the program, but TRUSTED_PROXIES is empty',
        'Set TRUSTED_PROXIES to its address: otherwise all callers share one rate limit.',
      )
}
