// What another customer notices: calls one after another while something goes on.
import { sendArchive, timed, timesOf } from '../calls.mjs'

const UPLOAD = Buffer.alloc(2 ** 20)
/** Below the rate limits of a minute, for what takes minutes; and of ten seconds. */
const PAUSE_MS = { minutes: 600, seconds: 120 }
const PAUSE_OF_UPLOADS_MS = { minutes: 3300, seconds: 600 }

/** @returns the percentiles of what each call took while `work` went on */
export async function watchOthers({ url, headers, projectType, lasts }, work) {
  const state = { isOver: false }
  const isOver = () => state.isOver
  const pause = PAUSE_MS[lasts]
  const upload = (took) => sendArchive(url, headers, { content: UPLOAD, projectType, took })
  const watched = {
    '/healthz': timesOf(isOver, timed(`${url}/healthz`), pause),
    list: timesOf(isOver, timed(`${url}/api/crop-images/get`, headers), pause),
    upload: timesOf(isOver, upload, PAUSE_OF_UPLOADS_MS[lasts]),
  }
  try {
    await work()
  } finally {
    state.isOver = true
  }
  return Object.fromEntries(
    await Promise.all(Object.entries(watched).map(async ([what, times]) => [what, await times])),
  )
}
