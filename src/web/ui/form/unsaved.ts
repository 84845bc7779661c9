import { addTo } from '../add-to.ts'

/** `isSamePage`: only its search parameters change, as when a tab of it is opened. */
type Check = (isSamePage: boolean) => boolean

const checks = new Set<Check>()

/** What was entered on this screen and leaving it would lose. */
export const unsaved = {
  add: (check: Check): (() => void) => addTo(checks, check),
  exists: (isSamePage: boolean): boolean => [...checks].some((check) => check(isSamePage)),
}
