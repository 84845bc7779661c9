import { Menu, X } from 'lucide-react'
import { type MouseEvent, useId, useRef } from 'react'
import { paths } from '#web/lib/paths.ts'
import { Button, buttonClasses } from '#web/ui/button.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Logo } from './logo.tsx'
import { mainLinks } from './nav-links.ts'

/** `dashboardPath` is null while the account is not approved. */
export type SignedInPerson = { email: string; dashboardPath: string | null }

/** The current page and the signed-in person. */
export type SiteSession = { path: string; person: SignedInPerson | null; onSignOut: () => void }

const LINK = 'block border-b border-line py-4 font-display text-xl font-semibold aria-[current=page]:text-action'

/** Invoker commands open and close the dialog before hydration, in browsers that support them. */
const commandFor = (dialog: string, command: string): object => ({ commandfor: dialog, command })

export function MobileMenu({ path, person, onSignOut }: SiteSession) {
  const menu = useRef<HTMLDialogElement>(null)
  const id = useId()
  const closeAfterChoice = (event: MouseEvent) => {
    const beside = event.target === event.currentTarget
    if (beside || (event.target instanceof Element && event.target.closest('a, button'))) menu.current?.close()
  }
  return (
    <div className="md:hidden">
      <IconButton
        icon={Menu}
        label="Open menu"
        className="size-11 text-ink"
        {...commandFor(id, 'show-modal')}
        onClick={() => {
          if (!menu.current?.open) menu.current?.showModal()
        }}
      />
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- Esc is the key for it */}
      <dialog
        ref={menu}
        id={id}
        aria-label="Menu"
        onClick={closeAfterChoice}
        className="m-0 ml-auto h-dvh max-h-none w-80 max-w-[88vw] translate-x-full flex-col overflow-y-auto overscroll-contain bg-paper text-ink transition-[translate,display,overlay] transition-discrete duration-200 backdrop:bg-ramp-9/55 open:flex open:translate-x-0 open:starting:translate-x-full"
      >
        <div className="flex h-16 shrink-0 items-center justify-between border-b border-line pr-3 pl-5">
          <Logo />
          <IconButton icon={X} label="Close menu" className="size-11 text-ink" {...commandFor(id, 'close')} />
        </div>
        <nav aria-label="Mobile" className="grow px-5">
          <ul>
            {mainLinks.map(({ label, to }) => (
              <li key={to}>
                <a href={to} aria-current={to === path ? 'page' : undefined} className={LINK}>
                  {label}
                </a>
              </li>
            ))}
            {person !== null && person.dashboardPath !== null && (
              <li>
                <a href={person.dashboardPath} className={LINK}>
                  Dashboard
                </a>
              </li>
            )}
            {person !== null && (
              <li>
                <a href={paths.account()} aria-current={paths.account() === path ? 'page' : undefined} className={LINK}>
                  Account settings
                </a>
              </li>
            )}
          </ul>
        </nav>
        <div className="px-5 pt-6 pb-[max(1.5rem,env(safe-area-inset-bottom))]">
          {person === null ? (
            <a href={paths.logIn()} className={`${buttonClasses()} w-full`}>
              Log in
            </a>
          ) : (
            <>
              <p className="text-sm text-muted">Welcome</p>
              <p className="mb-4 truncate font-medium" title={person.email}>
                {person.email}
              </p>
              <Button variant="secondary" className="w-full" onClick={onSignOut}>
                Log Out
              </Button>
            </>
          )}
        </div>
      </dialog>
    </div>
  )
}
