import { readFileSync } from 'node:fs'
import { isLoopback } from '../../config/loopback.ts'
import { decoded } from '../../config/url-part.ts'

/** The address of the mail server, and how to connect. */
export type SmtpSettings = {
  host: string
  port: number
  login: { user: string; password: string } | null
  /** `smtps` encrypts from the first byte, STARTTLS before anything confidential; `none` is for this machine only. */
  encryption: 'from-start' | 'starttls' | 'none'
  /** Certificates to trust instead of the common ones. */
  ca: string | undefined
}

const EXAMPLE = 'smtps://user:password@host:465'
const PORTS = { 'smtps:': 465, 'smtp:': 587 }

/** Parses an SMTP_URL, or returns what is wrong with it without repeating it, because it contains a password. */
export function parseSmtpUrl(text: string): SmtpSettings | { problem: string } {
  if (!URL.canParse(text)) return { problem: `must be an address like ${EXAMPLE}` }
  const url = new URL(text)
  const { protocol } = url
  if (protocol !== 'smtp:' && protocol !== 'smtps:') return { problem: `must be an address like ${EXAMPLE}` }
  const host = url.hostname.replace(/^\[|\]$/g, '')
  if (!host) return { problem: 'names no host' }
  if (url.pathname.length > 1) return { problem: 'must have no path' }
  const unknown = [...url.searchParams.keys()].find((name) => name !== 'ca')
  if (unknown) return { problem: `knows no parameter "${unknown}", only ca` }
  const [user, password] = [decoded(url.username), decoded(url.password)]
  if (user === undefined || password === undefined)
    return { problem: 'has a user or password that is not validly URL-encoded' }
  if (Boolean(user) !== Boolean(password)) return { problem: 'must have both a user and a password, or neither' }
  const ca = readCertificates(url.searchParams.get('ca'))
  if (ca && typeof ca === 'object') return ca
  return {
    host,
    port: url.port ? Number(url.port) : PORTS[protocol],
    login: user ? { user, password } : null,
    encryption: protocol === 'smtps:' ? 'from-start' : isLoopback(host) && !ca ? 'none' : 'starttls',
    ca,
  }
}

function readCertificates(file: string | null): string | undefined | { problem: string } {
  if (!file) return undefined
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return { problem: `ca: ${file} cannot be read` }
  }
}
