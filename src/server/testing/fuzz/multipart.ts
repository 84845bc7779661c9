const BOUNDARY = 'a-boundary-that-is-in-no-value'

/** A multipart form: lists become files with these names, everything else fields. */
export function formOf(values: Record<string, unknown>): { headers: Record<string, string>; payload: Buffer } {
  const part = (disposition: string, content: string) =>
    `--${BOUNDARY}\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n${content}\r\n`
  const parts = Object.entries(values).flatMap(([name, value]) =>
    Array.isArray(value)
      ? value.map((fileName) => part(`name="${name}"; filename="${quoted(String(fileName))}"`, 'the content of a file'))
      : [part(`name="${name}"`, String(value))],
  )
  return {
    headers: { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` },
    payload: Buffer.from(`${parts.join('')}--${BOUNDARY}--\r\n`),
  }
}

/** Escapes a name like browsers (HTML standard, 'multipart/form-data encoding algorithm'). */
const quoted = (name: string): string => name.replaceAll('\n', '%0A').replaceAll('\r', '%0D').replaceAll('"', '%22')
