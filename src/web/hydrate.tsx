import { startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { session } from '#web/lib/session/session.ts'
import { startTheme } from '#web/lib/theme.ts'
import { notFoundPage, publicPages } from '#web/routes/public/public-pages.ts'
import { SitePage } from '#web/routes/public/site-page.tsx'

const root = document.querySelector<HTMLElement>('#root')
const path = root?.dataset.page
if (!root || path === undefined) throw new Error('This page is not prerendered')

startTheme()
session.subscribe(() => {
  if (session.get().user) void import('#web/lib/background.ts')
})
session.start()
const page = publicPages.find((known) => known.path === path) ?? notFoundPage
const { Component } = await page.load()
// As a transition, so that slow phones stay responsive.
startTransition(() => {
  hydrateRoot(
    root,
    <SitePage path={path}>
      <Component />
    </SitePage>,
  )
})
