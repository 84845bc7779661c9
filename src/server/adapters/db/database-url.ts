import { readFileSync } from 'node:fs'
import { isLoopback } from '../../config/loopback.ts'
import { decoded } from '../../config/url-part.ts'

/** The connection settings of a PostgreSQL server. */
export type PostgresSettings = {
  /** A host name, an IP address, or the folder of a Unix socket. */
  host: string
  port: number
  database: string
  user: string
  password: string | undefined
  /** Null for an unencrypted connection, allowed on this machine only. Otherwise the server's certificate is verified. */
  tls: { ca: string | undefined } | null
}

const EXAMPLE = 'postgres://user:password@host:5432/database'
const PARAMETERS = ['host', 'sslmode', 'sslrootcert']
const PLAIN = ['disable', 'allow', 'prefer']
const ENCRYPTED = ['require', 'verify-ca', 'verify-full']

const isOnThisMachine = (host: string): boolean => host.startsWith('/') || isLoopback(host)

/** Parses a DATABASE_URL. A problem does not repeat the URL, which contains a password. */
export function parseDatabaseUrl(text: string): PostgresSettings | { problem: string } {
  if (!/^postgres(ql)?:/.test(text) || !URL.canParse(text)) return { problem: `must be an address like ${EXAMPLE}` }
  const url = new URL(text)
  const unknown = [...url.searchParams.keys()].find((name) => !PARAMETERS.includes(name))
  if (unknown) return { problem: `knows no parameter "${unknown}", only ${PARAMETERS.join(', ')}` }
  const host = url.searchParams.get('host') ?? url.hostname.replace(/^\[|\]$/g, '')
  const database = decoded(url.pathname.slice(1))
  const user = decoded(url.username)
  const password = url.password ? decoded(url.password) : undefined
  if (!host) return { problem: 'names no host' }
  if (!database) return { problem: 'names no database' }
  if (!user) return { problem: 'names no user' }
  if (url.password && !password) return { problem: 'has a password that is not validly URL-encoded' }
  const tls = readTls(url.searchParams, host)
  if (tls && 'problem' in tls) return tls
  return { host, port: url.port ? Number(url.port) : 5432, database, user, password, tls }
}

function readTls(parameters: URLSearchParams, host: string): PostgresSettings['tls'] | { problem: string } {
  const mode = parameters.get('sslmode') ?? (isOnThisMachine(host) ? 'disable' : 'verify-full')
  if (PLAIN.includes(mode))
    return isOnThisMachine(host)
      ? null
      : { problem: `sslmode=${mode} is for a database on this machine; the connection to ${host} must be encrypted` }
  if (!ENCRYPTED.includes(mode)) return { problem: 'sslmode must be disable or verify-full' }
  const file = parameters.get('sslrootcert')
  if (!file) return { ca: undefined }
  try {
    return { ca: readFileSync(file, 'utf8') }
  } catch {
    return { problem: `sslrootcert: ${file} can't be read` }
  }
}
