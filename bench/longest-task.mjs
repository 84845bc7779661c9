function idOf({ pid, tid }) {
  return `${pid} ${tid}`
}

/** @returns the longest task of the page's main thread during the work, in milliseconds: of the processor, and by the clock */
export async function longestTask(browser, page, work) {
  await browser.startTracing(page, { categories: ['toplevel', '__metadata'] })
  await work()
  const { traceEvents } = JSON.parse(await browser.stopTracing())
  const main = new Set(
    traceEvents.filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain').map(idOf),
  )
  const tasks = traceEvents.filter((event) => event.name.endsWith('RunTask') && main.has(idOf(event)))
  if (tasks.length === 0) throw new Error('The trace has no tasks')
  return {
    cpu: Math.max(...tasks.map(({ tdur = 0 }) => tdur / 1000)),
    wall: Math.max(...tasks.map(({ dur = 0 }) => dur / 1000)),
  }
}
