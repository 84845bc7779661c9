/** Tells screen readers and tests whether anything of a map is still on its way to the screen. */
export function createBusy<What extends string>(target: HTMLElement) {
  const under = new Set<What>()
  return (what: What, isBusy: boolean): void => {
    if (isBusy) under.add(what)
    else under.delete(what)
    target.setAttribute('aria-busy', String(under.size > 0))
  }
}
