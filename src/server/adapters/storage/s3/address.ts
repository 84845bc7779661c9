export type S3Credentials = { accessKeyId: string; secretAccessKey: string; sessionToken?: string }
export type S3Settings = {
  bucket: string
  /** Null for Amazon's own. */
  endpoint: string | null
  region: string
  credentials: S3Credentials
}

const BUCKET = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/
const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/

export type S3Address = Omit<S3Settings, 'credentials' | 'region'> & { region: string | null }

/** Parses `s3://bucket?endpoint=https://…&region=…`, or returns what is wrong with it. */
export function readS3Address(text: string): S3Address | { problem: string } {
  if (!URL.canParse(text)) return { problem: 'must be s3://bucket?endpoint=https://…' }
  const { protocol, host, pathname, searchParams } = new URL(text)
  if (protocol !== 's3:' || !BUCKET.test(host)) return { problem: 'must begin with s3:// and the name of a bucket' }
  if (pathname !== '' && pathname !== '/') return { problem: 'must name a whole bucket, and no folder in it' }
  const { endpoint = null, region = null, ...unknown } = Object.fromEntries(searchParams)
  const [option] = Object.keys(unknown)
  if (option !== undefined) return { problem: `has no option ${option}` }
  const problem = endpoint === null ? undefined : endpointProblem(endpoint)
  return problem ? { problem } : { bucket: host, endpoint: endpoint && new URL(endpoint).origin, region }
}

/** The usual variables of Amazon's tools. No file and no metadata service is read. */
export type S3Environment = {
  AWS_REGION?: string | undefined
  AWS_DEFAULT_REGION?: string | undefined
  AWS_ACCESS_KEY_ID?: string | undefined
  AWS_SECRET_ACCESS_KEY?: string | undefined
  AWS_SESSION_TOKEN?: string | undefined
}

export function readS3Settings(address: S3Address, env: S3Environment): S3Settings | { problems: string[] } {
  const {
    AWS_ACCESS_KEY_ID: accessKeyId,
    AWS_SECRET_ACCESS_KEY: secretAccessKey,
    AWS_SESSION_TOKEN: sessionToken,
  } = env
  // A server other than Amazon's rarely has regions, but the signature needs one.
  const elsewhere = address.endpoint === null ? undefined : 'us-east-1'
  const region = address.region ?? env.AWS_REGION ?? env.AWS_DEFAULT_REGION ?? elsewhere
  if (region && accessKeyId && secretAccessKey)
    return { ...address, region, credentials: { accessKeyId, secretAccessKey, ...(sessionToken && { sessionToken }) } }
  return {
    problems: [
      ...(region ? [] : ['AWS_REGION: required with STORAGE_URL, unless it names a region or an endpoint']),
      ...(accessKeyId ? [] : ['AWS_ACCESS_KEY_ID: required with STORAGE_URL']),
      ...(secretAccessKey ? [] : ['AWS_SECRET_ACCESS_KEY: required with STORAGE_URL']),
    ],
  }
}

function endpointProblem(endpoint: string): string | undefined {
  const url = URL.canParse(endpoint) ? new URL(endpoint) : undefined
  if (!url || !/^https?:$/.test(url.protocol)) return 'endpoint must be an http or https address'
  if (url.pathname !== '/' || url.search || url.username || url.password)
    return 'endpoint must have no path and no name or password'
  if (url.protocol === 'http:' && !LOOPBACK.test(url.hostname))
    return 'endpoint must begin with https:// unless it is on this machine'
  return undefined
}
