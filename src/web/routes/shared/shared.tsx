import { useMutation, useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { Link, useParams } from 'react-router'
import { links } from '#contract/links.ts'
import { brand } from '#domain/brand.ts'
import { dateText } from '#domain/dates.ts'
import { displayName } from '#domain/display-names.ts'
import { Logo } from '#web/features/marketing/frame/logo.tsx'
import { ApiError, callsOf, hasStatus, problemOf } from '#web/lib/api.ts'
import { latePart } from '#web/lib/late-part.tsx'
import { usePageTitle } from '#web/lib/page-title.ts'
import { paths } from '#web/lib/paths.ts'
import { queryClient } from '#web/lib/query-client.ts'
import { type LinkAccess, linkAccess } from '#web/lib/session/link-access.ts'
import { BenchSlot } from '#web/lib/workbench/bench-slot.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { PasswordField } from '#web/ui/form/password-field.tsx'
import { LoadFailed } from '#web/ui/list/load-failed.tsx'
import { PageSpinner } from '#web/ui/spinner.tsx'
import { screens } from '../pages.ts'

const { call } = callsOf(links)

const Thing = latePart(
  'The page could not be loaded',
  async () => (await import('./shared-thing.tsx')).SharedThing,
  <PageSpinner />,
)

const openLink = async (code: string, password: string | undefined) =>
  (await call('openLink', { body: { code, ...(password !== undefined && { password }) } })).data
type Opened = Awaited<ReturnType<typeof openLink>>

const accessOf = (code: string, password: string | undefined, opened: Opened): LinkAccess => ({
  token: opened.accessToken,
  mayDownload: opened.mayDownload,
  renew: async () => {
    const renewed = accessOf(code, password, await openLink(code, password))
    linkAccess.set(renewed)
    return renewed
  },
})

/** What a link shows, without the rest of the product. */
export function Component() {
  const { code = '' } = useParams()
  return <Shared key={code} code={code} />
}

function Shared({ code }: { code: string }) {
  const [opened, setOpened] = useState<Opened>()
  const accept = (password: string | undefined, answer: Opened) => {
    // What is known of a session, or of another link, isn't for this one.
    queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'link' })
    linkAccess.set(accessOf(code, password, answer))
    setOpened(answer)
  }
  const first = useQuery({
    queryKey: ['link', code],
    queryFn: async () => {
      const answer = await openLink(code, undefined)
      accept(undefined, answer)
      return answer
    },
    staleTime: Number.POSITIVE_INFINITY,
  })
  useEffect(
    () => () => {
      if (!linkAccess.get()) return
      linkAccess.set(undefined)
      queryClient.clear()
    },
    [],
  )
  usePageTitle(opened ? displayName(opened.name) : screens.shared.title)
  if (opened) return <Frame opened={opened} />
  if (first.isPending || first.isSuccess) return <PageSpinner />
  if (asksForPassword(first.error))
    return (
      <Message title="This link has a password">
        <PasswordForm code={code} onOpened={accept} />
      </Message>
    )
  if (hasStatus(first.error, 400, 404))
    return (
      <Message title="This link has ended">
        <p className="text-muted">It is over, or was ended by the people who made it. Ask them for a new one.</p>
      </Message>
    )
  return (
    <Message title="The link could not be opened">
      <LoadFailed title={problemOf(first.error)} trying={first.isFetching} onTryAgain={() => void first.refetch()} />
    </Message>
  )
}

const asksForPassword = (error: Error): boolean =>
  error instanceof ApiError && error.errors.some(({ field }) => field === 'password')

function PasswordForm({ code, onOpened }: { code: string; onOpened: (password: string, answer: Opened) => void }) {
  const [password, setPassword] = useState('')
  const open = useMutation({
    mutationFn: () => openLink(code, password),
    onSuccess: (answer) => onOpened(password, answer),
  })
  return (
    <form
      noValidate
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        open.mutate()
      }}
    >
      {open.error && <Alert tone="danger">{problemOf(open.error)}</Alert>}
      <PasswordField
        label="Password"
        autoComplete="off"
        value={password}
        onChange={({ target }) => setPassword(target.value)}
      />
      <Button type="submit" className="self-start" pending={open.isPending} disabled={password === ''}>
        Open
      </Button>
    </form>
  )
}

const Message = ({ title, children }: { title: string; children: ReactNode }) => (
  <main className="mx-auto flex min-h-dvh w-full max-w-md flex-col justify-center gap-4 px-5 py-10">
    <h1 className="font-display text-3xl font-semibold tracking-tight">{title}</h1>
    {children}
  </main>
)

function Frame({ opened }: { opened: Opened }) {
  const [benchSlot, setBenchSlot] = useState<HTMLElement | null>(null)
  const isBench = opened.subject.kind !== 'report'
  return (
    <div className={isBench ? 'flex h-dvh flex-col overflow-clip print:h-auto print:overflow-visible' : 'min-h-dvh'}>
      <header className="sticky top-0 z-20 flex h-12 shrink-0 items-center gap-3 border-b border-line bg-paper px-3 print:hidden">
        <Link to={paths.home()} aria-label={`${brand.name}, home page`} className="shrink-0 rounded">
          <Logo />
        </Link>
        <div ref={setBenchSlot} className="flex min-w-0 grow items-center gap-2" />
        <p className="shrink-0 text-xs text-muted max-sm:hidden">Shown until {dateText(opened.endsOn)}</p>
      </header>
      <main
        id="main"
        tabIndex={-1}
        className={
          isBench ? 'flex min-h-0 grow flex-col outline-none' : 'mx-auto w-full max-w-4xl px-5 py-8 outline-none'
        }
      >
        <BenchSlot value={benchSlot}>
          <Thing opened={opened} />
        </BenchSlot>
      </main>
    </div>
  )
}
