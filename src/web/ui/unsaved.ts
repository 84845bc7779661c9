type Check = () => boolean

const checks = new Set<Check>()

/** What open dialogs hold that leaving the screen would lose. */
export const unsaved = {
  add(check: Check): () => void {
    checks.add(check)
    return () => {
      checks.delete(check)
    }
  },
  exists: (): boolean => [...checks].some((check) => check()),
}
