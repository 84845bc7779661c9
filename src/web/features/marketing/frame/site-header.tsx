import type { ReactNode } from 'react'
import { brand } from '#domain/brand.ts'
import { paths } from '#web/lib/paths.ts'
import { buttonClasses } from '#web/ui/button.tsx'
import { Logo } from './logo.tsx'
import { MobileMenu, type SiteSession } from './mobile-menu.tsx'
import { mainLinks } from './nav-links.ts'

const LINK =
  'relative block py-5 text-bench font-medium whitespace-nowrap text-muted transition-colors duration-150 hover:text-ink lg:text-sm ' +
  'aria-[current=page]:text-ink aria-[current=page]:after:absolute aria-[current=page]:after:inset-x-0 aria-[current=page]:after:-bottom-px aria-[current=page]:after:h-[3px] aria-[current=page]:after:bg-action'

type SiteHeaderProps = SiteSession & {
  /** The avatar with its menu, for people who are signed in. */
  accountMenu: ReactNode
}

export const SiteHeader = ({ path, person, onSignOut, accountMenu }: SiteHeaderProps) => (
  <header className="sticky top-0 z-30 border-b border-line bg-paper">
    <div className="mx-auto flex h-16 max-w-7xl items-center justify-between gap-4 px-5 md:px-6">
      <a href={paths.home()} aria-label={`${brand.name}, home page`} className="rounded-sm">
        <Logo nameClassName="md:max-lg:hidden" />
      </a>
      <nav aria-label="Main" className="hidden md:block">
        <ul className="flex gap-4 lg:gap-7">
          {mainLinks.map(({ label, to }) => (
            <li key={to}>
              <a href={to} aria-current={to === path ? 'page' : undefined} className={LINK}>
                {label}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <div className="hidden min-w-20 justify-end md:flex">
        {person === null ? (
          <a href={paths.logIn()} className={`${buttonClasses({ size: 'small' })} for-visitors`}>
            Log in
          </a>
        ) : (
          accountMenu
        )}
      </div>
      <MobileMenu path={path} person={person} onSignOut={onSignOut} />
    </div>
  </header>
)
