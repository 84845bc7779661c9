type Failure = { statusCode: number | string; message: string; errors?: { field: string; message: string }[] }

/** A failure as our envelope has it; of BrAPI, which has a line of text for each error, made of that. */
export function readFailure(text: string, status: number): Failure {
  const body = JSON.parse(text) as string | Failure
  if (typeof body !== 'string') return body
  const lines = body.split(/^ERROR - \S+ - /m).slice(1)
  const errors = lines.flatMap((line) => {
    const [, field, message] = /^(\S+): (.+)$/s.exec(line.trimEnd()) ?? []
    return field && message ? [{ field, message }] : []
  })
  return {
    statusCode: status,
    message: errors[0]?.message ?? lines[0]?.trimEnd() ?? '',
    ...(errors.length > 0 && { errors }),
  }
}
