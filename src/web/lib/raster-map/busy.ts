/** Tells screen readers and tests whether anything of a map is still on its way to the screen. */
export function createBusy(target: HTMLElement) {
  const under = new Set<string>()
  return (what: string, isBusy: boolean): void => {
    if (isBusy) under.add(what)
    else under.delete(what)
    target.setAttribute('aria-busy', String(under.size > 0))
  }
}
