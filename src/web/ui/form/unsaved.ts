type Check = () => boolean

const checks = new Set<Check>()

/** What was entered on this screen and leaving it would lose. */
export const unsaved = {
  add(check: Check): () => void {
    checks.add(check)
    return () => {
      checks.delete(check)
    }
  },
  exists: (): boolean => [...checks].some((check) => check()),
}
