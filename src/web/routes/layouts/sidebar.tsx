import { LayoutDashboard, type LucideIcon, Map as MapIcon, Sprout, Users } from 'lucide-react'
import { useId } from 'react'
import { Link, NavLink, useLocation, useNavigate } from 'react-router'
import type { Counts } from '#contract/notices.ts'
import type { Role } from '#domain/accounts.ts'
import { brand } from '#domain/brand.ts'
import { LogoMark } from '#web/features/marketing/frame/logo.tsx'
import { paths } from '#web/lib/paths.ts'
import { classNames } from '#web/ui/class-names.ts'
import { type Counted, countText } from '#web/ui/list/count.tsx'
import { Tooltip } from '#web/ui/overlay/tooltip.tsx'
import { useCommands } from '#web/ui/shortcuts.ts'

type Item = {
  label: string
  to: string
  icon: LucideIcon
  roles: readonly Role[]
  /** What waits there, and its words after the number. */
  waiting?: { of: (counts: Counts) => Counted | null; words: string }
}

const ITEMS: readonly Item[] = [
  {
    label: 'Dashboard',
    to: paths.adminRequests(),
    icon: LayoutDashboard,
    roles: ['ADMIN'],
    waiting: { of: ({ waitingRequests }) => waitingRequests, words: 'waiting for review' },
  },
  {
    label: 'Users',
    to: paths.adminUsers(),
    icon: Users,
    roles: ['ADMIN'],
    waiting: { of: ({ waitingUsers }) => waitingUsers, words: 'waiting for verification' },
  },
  { label: 'Trials', to: paths.adminTrials(), icon: Sprout, roles: ['ADMIN'] },
  {
    label: 'My Dashboard',
    to: paths.myDashboard(),
    icon: LayoutDashboard,
    roles: ['USER'],
  },
  { label: 'Maps', to: paths.myMaps(), icon: MapIcon, roles: ['USER'] },
  { label: 'Trials', to: paths.myTrials(), icon: Sprout, roles: ['USER'] },
]

type SidebarProps = { roles: readonly Role[]; counts: Counts | undefined; collapsed?: boolean; onChoose?: () => void }

export function Sidebar({ roles, counts, collapsed = false, onChoose }: SidebarProps) {
  const navigate = useNavigate()
  const items = ITEMS.filter((item) => item.roles.some((role) => roles.includes(role)))
  useCommands([], () => items.map(({ label, to }) => ({ group: 'Page', title: label, run: () => void navigate(to) })))
  return (
    <>
      <Link
        to={paths.home()}
        aria-label={`${brand.name}, home page`}
        className="flex h-14 shrink-0 items-center gap-2.5 px-2.5 text-ramp-1 focus-visible:-outline-offset-2 focus-visible:outline-ramp-3"
      >
        <LogoMark className="size-7 shrink-0 [&_circle]:fill-ramp-4" />
        {!collapsed && <span className="font-display text-lg font-semibold tracking-[-0.02em]">{brand.name}</span>}
      </Link>
      <nav aria-label="Work" className="mt-3 flex flex-col gap-1 px-1">
        {items.map((item) => (
          <Tooltip key={item.to} text={item.label} disabled={!collapsed}>
            <SidebarLink item={item} counts={counts} collapsed={collapsed} {...(onChoose && { onChoose })} />
          </Tooltip>
        ))}
      </nav>
    </>
  )
}

type LinkProps = { item: Item; counts: Counts | undefined; collapsed: boolean; onChoose?: () => void }

function SidebarLink({ item, counts, collapsed, onChoose }: LinkProps) {
  const id = useId()
  const { pathname } = useLocation()
  const waiting = counts && item.waiting?.of(counts)
  const isShown = waiting && waiting.total > 0
  return (
    <span className="relative block">
      <NavLink
        to={item.to}
        end={item.to === paths.myDashboard() && !pathname.startsWith(paths.myRequest(''))}
        aria-describedby={isShown ? id : undefined}
        {...(onChoose && { onClick: onChoose })}
        className={({ isActive }) =>
          classNames(
            'relative flex h-10 items-center gap-3 rounded-md px-[0.6875rem] text-sm font-medium transition-colors duration-150',
            'focus-visible:-outline-offset-2 focus-visible:outline-ramp-3',
            isActive
              ? 'bg-ramp-1/14 text-ramp-1 before:absolute before:inset-y-2 before:left-0 before:w-[3px] before:rounded-full before:bg-ramp-4'
              : 'text-ramp-1/75 hover:bg-ramp-1/8 hover:text-ramp-1',
          )
        }
      >
        <item.icon aria-hidden className="size-[1.125rem] shrink-0" />
        <span className={collapsed ? 'sr-only' : 'truncate'}>{item.label}</span>
      </NavLink>
      {isShown && (
        // Beside the link: its name is its label.
        <span
          id={id}
          className={classNames(
            'pointer-events-none absolute rounded-full bg-ramp-3 text-center font-semibold text-ramp-9 tabular-nums',
            collapsed ? 'top-0 right-0 min-w-4 px-[3px] text-[0.625rem]/4' : 'top-2.5 right-3 min-w-5 px-1.5 text-xs/5',
          )}
        >
          {countText(waiting)}
          <span className="sr-only"> {item.waiting?.words}</span>
        </span>
      )}
    </span>
  )
}
