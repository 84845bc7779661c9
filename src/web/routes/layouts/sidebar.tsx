import { LayoutDashboard, type LucideIcon, Users } from 'lucide-react'
import { Link, NavLink } from 'react-router'
import type { Role } from '#domain/accounts.ts'
import { brand } from '#domain/brand.ts'
import { LogoMark } from '#web/features/marketing/frame/logo.tsx'
import { paths } from '#web/lib/paths.ts'
import { classNames } from '#web/ui/class-names.ts'
import { Tooltip } from '#web/ui/tooltip.tsx'

type Item = { label: string; to: string; icon: LucideIcon; roles: readonly Role[] }

const ITEMS: readonly Item[] = [
  { label: 'Dashboard', to: paths.adminRequests(), icon: LayoutDashboard, roles: ['ADMIN'] },
  { label: 'Users', to: paths.adminUsers(), icon: Users, roles: ['ADMIN'] },
  { label: 'My Dashboard', to: paths.myDashboard(), icon: LayoutDashboard, roles: ['USER'] },
]

type SidebarProps = { roles: readonly Role[]; collapsed?: boolean; onChoose?: () => void }

export const Sidebar = ({ roles, collapsed = false, onChoose }: SidebarProps) => (
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
      {ITEMS.filter((item) => item.roles.some((role) => roles.includes(role))).map((item) => (
        <Tooltip key={item.to} text={item.label} disabled={!collapsed}>
          <SidebarLink item={item} collapsed={collapsed} {...(onChoose && { onChoose })} />
        </Tooltip>
      ))}
    </nav>
  </>
)

const SidebarLink = ({ item, collapsed, onChoose }: { item: Item; collapsed: boolean; onChoose?: () => void }) => (
  <NavLink
    to={item.to}
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
)
