/* oxlint-disable unicorn/consistent-function-scoping -- `watch` runs in the page, with nothing from outside it */
import { expect, type Page } from '@playwright/test'

/**
 * Lists what a person does on this page, as the browser sees it, by hand or by a program. One action is: a press of the mouse on
 * anything but a text field, one field filled in (the six boxes of a code are one field), one option chosen, one drop or
 * choice of files, one key that types nothing, and every page that is opened by its address, as a link in an email does.
 * Reading counts as nothing. With `start`, the page is opened there first, which is not counted.
 */
export async function countActions(page: Page, start?: string): Promise<readonly string[]> {
  const actions: string[] = []
  await page.exposeBinding('countAction', (_source, action: string) => void actions.push(action))
  await page.addInitScript(watch)
  if (start !== undefined) {
    await page.goto(start)
    await expect.poll(() => actions.splice(0)).toEqual([`opens ${start}`])
  }
  return actions
}

/** Runs in the page. */
function watch(): void {
  const { countAction } = window as unknown as { countAction: (action: string) => Promise<void> }
  const FOLLOWS = 'follows-a-link'
  let typing: Element | null = null
  const count = (action: string, field: Element | null = null) => {
    typing = field
    void countAction(action)
  }
  const listen = (type: string, on: (target: Element, event: Event) => void, isFirst = true) =>
    addEventListener(type, (event) => event.target instanceof Element && on(event.target, event), isFirst)
  const isTextField = (target: Element) =>
    target.matches('textarea, input:not([type=checkbox], [type=radio], [type=file])')
  const nameOf = (target: Element) => {
    const control = target.closest('a, button, label, select, input, textarea') ?? target
    const isField =
      control instanceof HTMLInputElement ||
      control instanceof HTMLSelectElement ||
      control instanceof HTMLTextAreaElement
    const label = isField ? control.labels?.[0]?.textContent : control.textContent
    return (control.getAttribute('aria-label') ?? label ?? control.tagName).trim().slice(0, 40)
  }

  // A page that a link of the last one leads to was counted when that link was pressed.
  if (sessionStorage.getItem(FOLLOWS) === null) count(`opens ${location.pathname}${location.search}`)
  sessionStorage.removeItem(FOLLOWS)
  listen('pointerdown', (target) => {
    if (target.closest('select') === null && !isTextField(target)) count(`presses ${nameOf(target)}`)
  })
  const follows = (target: Element, event: Event) => {
    const link = target.closest('a')
    const leads = link && link.target === '' && !link.download && link.pathname !== location.pathname
    if (leads && !event.defaultPrevented) sessionStorage.setItem(FOLLOWS, '')
  }
  listen('click', follows, false)
  listen('input', (target) => {
    if (!isTextField(target)) return
    const field = target.matches('[inputmode=numeric]') ? (target.closest('fieldset') ?? target) : target
    if (field !== typing) count(`fills in ${nameOf(target)}`, field)
  })
  listen('change', (target) => {
    if (target.matches('select')) count(`chooses in ${nameOf(target)}`)
    if (target.matches('input[type=file]')) count('chooses files')
  })
  listen('drop', () => count('drops files'))
  listen('keydown', (_target, event) => {
    const { key } = event as KeyboardEvent
    if (key.length > 1 && key !== 'Shift') count(`presses ${key}`)
  })
}
