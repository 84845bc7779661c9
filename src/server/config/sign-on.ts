import { isLoopback } from './loopback.ts'

export type SignOnSettings = {
  issuer: string
  clientId: string
  clientSecret: string
  /** Of the email addresses that may log in. */
  domains: readonly string[]
  /** What people know it as. */
  name: string
}

const NEEDED = ['OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET', 'OIDC_DOMAINS'] as const
const DOMAIN = /^[a-z0-9-]+(\.[a-z0-9-]+)+$/

type Given = Record<string, string | undefined>

/** Null without an issuer. Adds what is wrong to `problems`. */
export function readSignOn(given: Given, problems: string[]): SignOnSettings | null {
  const issuer = given['OIDC_ISSUER']
  if (!issuer) {
    const alone = NEEDED.filter((name) => given[name])
    if (alone.length > 0) problems.push(`${alone.join(', ')}: set OIDC_ISSUER as well`)
    return null
  }
  problems.push(...NEEDED.filter((name) => !given[name]).map((name) => `${name}: required with OIDC_ISSUER`))
  if (!isSafeAddress(issuer)) {
    problems.push('OIDC_ISSUER: must be an address like https://login.example.org')
    return null
  }
  const domains = (given['OIDC_DOMAINS'] ?? '').split(',').map((domain) => domain.trim().toLowerCase())
  if (given['OIDC_DOMAINS'] && !domains.every((domain) => DOMAIN.test(domain)))
    problems.push('OIDC_DOMAINS: must be domains of email addresses, separated by commas')
  const { OIDC_CLIENT_ID: clientId = '', OIDC_CLIENT_SECRET: clientSecret = '' } = given
  return { issuer, clientId, clientSecret, domains, name: given['OIDC_NAME'] ?? new URL(issuer).hostname }
}

function isSafeAddress(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, hostname } = new URL(text)
  return protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname))
}
