/** '1/800 s'; empty when unknown. */
export function shutterOf(seconds: number | null): string {
  if (seconds === null) return ''
  return seconds < 1 ? `1/${Math.round(1 / seconds)} s` : `${seconds.toFixed(1)} s`
}
