import { PanelLeft } from 'lucide-react'
import { useState, useSyncExternalStore } from 'react'
import { Outlet, useLocation } from 'react-router'
import { AccountMenu } from '#web/features/accounts/account-menu.tsx'
import { NoticeBell } from '#web/features/notices/notice-bell.tsx'
import { useCounts } from '#web/features/notices/notice-queries.ts'
import { uploadTasks, useHasUploads } from '#web/features/uploads/upload-tasks.ts'
import { lateComponent, lateExtra, withWaiting } from '#web/lib/late-code.tsx'
import { useNewVersion } from '#web/lib/new-version.ts'
import { session, useSession } from '#web/lib/session/session.ts'
import { BenchSlot } from '#web/lib/workbench/bench-slot.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Ramp } from '#web/ui/ramp.tsx'
import { DockStandIn } from '../missing-code/dock-stand-in.tsx'
import { Commands } from './commands.tsx'
import { Sidebar } from './sidebar.tsx'
import { useSidebar } from './sidebar-state.ts'
import { SkipLink } from './skip-link.tsx'

const UploadDock = withWaiting(
  lateComponent(async () => (await import('#web/features/uploads/upload-dock.tsx')).UploadDock, DockStandIn),
)

const SideSheet = lateExtra(async () => (await import('#web/ui/overlay/side-sheet.tsx')).SideSheet)

/** Trials, layouts, maps and requests have the whole window, and do not scroll as a page. */
const BENCH = /\/(?:map|requests\/[^/]+|trials\/[^/]+(?:\/layout)?)\/?$/

const countArrived = (): number =>
  uploadTasks.getSnapshot().filter((task) => task.getView().state === 'completed').length

/** The layout of the dashboards: sidebar, header, screen and uploads. */
export function Component() {
  const { user, check } = useSession()
  const isOutdated = useNewVersion()
  const { pathname } = useLocation()
  const isBench = BENCH.test(pathname)
  const { collapsed, sheetOpen, toggle, closeSheet } = useSidebar(isBench)
  const [benchSlot, setBenchSlot] = useState<HTMLElement | null>(null)
  const isFree = user !== undefined && !user.requiredAction
  const arrived = useSyncExternalStore(uploadTasks.subscribe, countArrived)
  const counts = useCounts({ enabled: isFree, arrived })
  if (!user) return null
  return (
    <div
      className={classNames('flex', isBench ? 'h-dvh overflow-clip print:h-auto print:overflow-visible' : 'min-h-dvh')}
    >
      <SkipLink />
      <aside
        className={classNames(
          'sticky top-0 flex h-dvh shrink-0 flex-col bg-ramp-9 transition-[width] duration-150 max-md:hidden dark:bg-sunken print:hidden',
          collapsed ? 'w-12' : 'w-64',
        )}
      >
        <Sidebar roles={user.roles} counts={counts} collapsed={collapsed} />
        <Ramp className="flex-col absolute inset-y-0 right-0 w-[3px]" />
      </aside>
      {sheetOpen && (
        <SideSheet label="Menu" onClose={closeSheet} className="w-72 bg-ramp-9 text-ramp-1 dark:bg-sunken">
          <Sidebar roles={user.roles} counts={counts} onChoose={closeSheet} />
        </SideSheet>
      )}
      <div className="flex min-w-0 grow flex-col">
        <header
          className={classNames(
            'sticky top-0 z-20 flex shrink-0 items-center justify-between border-b border-line bg-paper px-2 print:hidden',
            isBench ? 'h-12' : 'h-14 md:px-4',
          )}
        >
          <IconButton
            icon={PanelLeft}
            label="Toggle sidebar"
            aria-expanded={!collapsed}
            aria-keyshortcuts="Control+B Meta+B"
            onClick={toggle}
          />
          {/* Always there, so that a title is in it as soon as its screen is, and can have the focus. */}
          <div ref={setBenchSlot} className={isBench ? 'mx-2 flex min-w-0 grow items-center gap-2' : 'hidden'} />
          <div className="flex shrink-0 items-center gap-3">
            {isFree && <Commands />}
            {isFree && <NoticeBell unread={counts?.unreadNotices} isStaff={user.roles.includes('ADMIN')} />}
            <AccountMenu user={user} />
          </div>
        </header>
        <main
          id="main"
          tabIndex={-1}
          className={classNames(
            'w-full grow outline-none print:p-0',
            isBench ? 'bench-frame flex min-h-0 flex-col print:block' : 'page-frame',
          )}
        >
          {check === 'unreachable' && <Unreachable />}
          {isOutdated && <NewVersion />}
          <BenchSlot value={benchSlot}>
            <Outlet />
          </BenchSlot>
        </main>
        <Uploads />
      </div>
    </div>
  )
}

/** The dock is loaded with the first upload. */
function Uploads() {
  const tasks = useSyncExternalStore(uploadTasks.subscribe, uploadTasks.getSnapshot)
  return tasks.length > 0 && <UploadDock tasks={tasks} />
}

const Unreachable = () => (
  <Alert
    tone="note"
    className="mb-6"
    title="The server can't be reached"
    action={
      <Button variant="secondary" size="small" onClick={() => void session.recheck()}>
        Try Again
      </Button>
    }
  >
    You're still logged in. What you see may be out of date.
  </Alert>
)

function NewVersion() {
  const isUploading = useHasUploads()
  return (
    <Alert
      tone="note"
      className="mb-6"
      title="A new version of Skyfurrow is ready"
      action={
        !isUploading && (
          <Button variant="secondary" size="small" onClick={() => location.reload()}>
            Reload
          </Button>
        )
      }
    >
      {isUploading ? 'You get it once your upload has finished.' : 'You get it with the next screen you open.'}
    </Alert>
  )
}
