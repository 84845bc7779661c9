import { GetObjectCommand } from '@aws-sdk/client-s3'
import { getSignedUrl, S3RequestPresigner } from '@aws-sdk/s3-request-presigner'
import { attachment, inline as inlineDisposition } from '../content-disposition.ts'
import type { Storage } from '../storage.ts'
import { cacheControl } from '../storage.ts'
import type { Bucket } from './client.ts'

type SignedRequest = { method: 'PUT' | 'GET'; key: string; query: Record<string, string>; length?: number | undefined }

/** Calls the signer directly: through a command of the client a URL costs ten times as much, and an upload may need ten thousand. */
export function createSigner(bucket: Bucket): Pick<Storage, 'signPart' | 'signDownload'> {
  const { client, now } = bucket
  const signer = new S3RequestPresigner({ ...client.config })
  let base: Promise<URL> | undefined

  const sign = async ({ method, key, query, length }: SignedRequest, expiresAt: Date): Promise<string> => {
    const { protocol, host, pathname } = await (base ??= baseUrlOf(bucket))
    const signingDate = now()
    // S3 counts the lifetime of a URL in whole seconds from its signing.
    const expiresIn = Math.max(1, Math.floor((expiresAt.getTime() - signingDate.getTime()) / 1000))
    const request = await signer.presign(
      {
        method,
        protocol,
        hostname: host,
        path: pathname + key.split('/').map(encode).join('/'),
        query,
        headers: { host, ...(length === undefined ? {} : { 'content-length': String(length) }) },
      },
      { signingDate, expiresIn },
    )
    const values = Object.entries(request.query ?? {}).map(
      ([name, value]) => `${encode(name)}=${encode(String(value))}`,
    )
    return `${protocol}//${host}${request.path}?${values.join('&')}`
  }

  return {
    /** S3 can require an exact length of a part but no maximum: without `bytes`, completion finds a part that is too long. */
    async signPart({ key, uploadId, partNumber, bytes, expiresAt }) {
      const query = { uploadId, partNumber: String(partNumber) }
      return sign({ method: 'PUT', key, query, length: bytes }, expiresAt)
    },
    async signDownload({ key, fileName, expiresAt, inline, cacheSeconds }) {
      const query = {
        'response-content-disposition': inline ? inlineDisposition(fileName) : attachment(fileName),
        'response-content-type': inline ?? 'application/octet-stream',
        'response-cache-control': cacheControl(cacheSeconds),
      }
      return sign({ method: 'GET', key, query }, expiresAt)
    },
  }
}

/** The base URL of the bucket; the client knows the rules of host names and paths. */
async function baseUrlOf({ client, name }: Bucket): Promise<URL> {
  const url = new URL(await getSignedUrl(client, new GetObjectCommand({ Bucket: name, Key: 'x' })))
  return new URL(url.pathname.slice(0, -1), url)
}

/** As signatures need it: including the characters that encodeURIComponent leaves. */
const encode = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`)
