// What another customer notices: calls one after another while something goes on.
import { sendArchive, timed, timesWhile } from '../calls.mjs'

const UPLOAD = Buffer.alloc(2 ** 20)
/** Below the rate limits of a minute, for what takes minutes; and of ten seconds. */
const PAUSE_MS = { minutes: 600, seconds: 120 }
const PAUSE_OF_UPLOADS_MS = { minutes: 3300, seconds: 600 }

/** @returns the percentiles of what each call took while `work` went on */
export function watchOthers({ url, headers, projectType, lasts }, work) {
  const pauseMs = PAUSE_MS[lasts]
  const upload = (took) => sendArchive(url, headers, { content: UPLOAD, projectType, took })
  const kinds = {
    '/healthz': { calls: timed(`${url}/healthz`), pauseMs },
    list: { calls: timed(`${url}/api/crop-images/get`, headers), pauseMs },
    upload: { calls: upload, pauseMs: PAUSE_OF_UPLOADS_MS[lasts] },
  }
  return timesWhile(kinds, work)
}
