/** Longer than any run takes; CI waits 90 minutes. */
const HANGS_AFTER_MS = 60 * 60_000

/** A reporter of Vitest that ends a run that hangs, as when a worker never leaves a loop, and names the files that have not ended. */
export default class HangingFiles {
  #left = new Set()

  onTestRunStart(files) {
    for (const { moduleId } of files) this.#left.add(moduleId)
    setTimeout(() => {
      process.stderr.write(`This run hangs. Not ended: ${[...this.#left].join(', ') || 'the run itself'}\n`)
      process.exit(1)
    }, HANGS_AFTER_MS).unref()
  }

  onTestModuleEnd({ moduleId }) {
    this.#left.delete(moduleId)
  }
}
