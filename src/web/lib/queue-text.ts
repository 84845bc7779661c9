/** Of work that waits: how much comes before it. */
export function queueText(ahead: number | null | undefined): string {
  if (ahead == null) return 'Waiting for its turn'
  if (ahead === 0) return 'Next in line'
  return ahead === 1 ? '1 other comes before it' : `${ahead} others come before it`
}
