import { type ReactNode, useSyncExternalStore } from 'react'
import { brand } from '#domain/brand.ts'
import { paths } from '#web/lib/paths.ts'
import { Logo } from './logo.tsx'
import { footerLinks, serviceLinks } from './nav-links.ts'

declare const BUILD_YEAR: number

const never = () => () => {}
const LINK = 'inline-block py-1.5 text-muted transition-colors duration-150 hover:text-ink hover:underline'

const Group = ({ title, children }: { title: string; children: ReactNode }) => (
  <nav aria-label={title}>
    <h2 className="mb-2 font-semibold">{title}</h2>
    <ul>{children}</ul>
  </nav>
)

const Links = ({ links }: { links: readonly { label: string; to: string }[] }) =>
  links.map(({ label, to }) => (
    <li key={label}>
      <a href={to} className={LINK}>
        {label}
      </a>
    </li>
  ))

/** The page is prerendered and may be read years later. */
const ThisYear = () =>
  useSyncExternalStore(
    never,
    () => new Date().getFullYear(),
    () => BUILD_YEAR,
  )

export const SiteFooter = () => (
  <footer className="border-t border-line bg-sunken text-sm">
    <div className="mx-auto grid max-w-7xl grid-cols-2 gap-x-8 gap-y-8 px-5 pt-10 pb-8 md:px-6 md:pt-14 md:pb-10 lg:grid-cols-[1.7fr_1fr_1.2fr_1fr]">
      <div className="max-sm:col-span-2">
        <Logo />
        <p className="mt-3 max-w-64 text-muted">{brand.tagline}.</p>
        <a
          href={`mailto:${brand.contactEmail}`}
          className="mt-4 inline-block py-1 font-medium underline underline-offset-4 hover:text-action"
        >
          {brand.contactEmail}
        </a>
      </div>
      <Group title="Navigation">
        <Links links={footerLinks} />
      </Group>
      <Group title="Our services">
        <Links links={serviceLinks} />
      </Group>
      <Group title="Company">
        <li>
          <a href={brand.careersUrl} className={LINK}>
            Careers
          </a>
        </li>
        <Links links={[{ label: 'Privacy Policy', to: paths.privacyPolicy() }]} />
      </Group>
    </div>
    <div className="mx-auto flex max-w-7xl flex-wrap items-center justify-between gap-x-8 gap-y-2 border-t border-line-strong/40 px-5 py-5 md:px-6">
      <p className="text-muted">
        © <ThisYear /> {brand.name}
      </p>
      <ul className="flex flex-wrap gap-6">
        {brand.socialLinks.map(({ label, url }) => (
          <li key={label}>
            <a href={url} rel="noreferrer" className={LINK}>
              {label}
            </a>
          </li>
        ))}
      </ul>
    </div>
  </footer>
)
