import { useSyncExternalStore } from 'react'
import { observable } from '#transfer/observable.ts'
import { paths } from './paths.ts'

/** Every page of the application starts the same program, whose name contains a hash of all that it loads. */
const PROGRAM = /<script type="module" src="([^"]+)"/

const found = observable(false)
/** Whether the server has another version of the application than this page. */
export const newVersion = { isReady: found.getSnapshot }

export const useNewVersion = (): boolean => useSyncExternalStore(found.subscribe, found.getSnapshot)

/** Compares the program of this page with the one that the server starts now. */
export async function checkVersion(): Promise<void> {
  const own = document.querySelector('script[type="module"][src]')?.getAttribute('src')
  const current = await fetch(paths.logIn(), { cache: 'no-cache' })
    .then((answer) => (answer.ok ? answer.text() : ''))
    .catch(() => '')
  // No answer, or the page of a proxy, says nothing about the version.
  const [, program] = PROGRAM.exec(current) ?? []
  if (program !== undefined && program !== own) found.set(true)
}
