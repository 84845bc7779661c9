/** The server or the store refused the file. */
export class DownloadFailed extends Error {}

type Download = { signal: AbortSignal; onBytes?: (bytes: number) => void }

/** The bytes of a file as they arrive. Browsers without iteration over streams are still in use. */
export async function* download(
  url: string,
  { signal, onBytes }: Download,
): AsyncGenerator<Uint8Array<ArrayBuffer>, void, undefined> {
  const response = await fetch(url, { signal, cache: 'no-store', credentials: 'omit' })
  if (!response.ok || !response.body) throw new DownloadFailed(`${response.status}`)
  const reader = response.body.getReader()
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      onBytes?.(read.value.length)
      yield read.value
    }
  } finally {
    await reader.cancel()
  }
}

/** At most `bytes`; `check` sees what has arrived after each piece. */
export async function downloadWhole(
  url: string,
  { bytes, check, ...options }: Download & { bytes: number; check?: (arrived: Uint8Array<ArrayBuffer>) => void },
): Promise<Uint8Array<ArrayBuffer>> {
  const whole = new Uint8Array(bytes)
  let length = 0
  for await (const piece of download(url, options)) {
    if (length + piece.length > bytes) throw new DownloadFailed('It is longer than it should be')
    whole.set(piece, length)
    length += piece.length
    check?.(whole.subarray(0, length))
  }
  return whole.subarray(0, length)
}
