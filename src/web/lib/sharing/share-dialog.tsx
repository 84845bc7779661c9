import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { LinkForm } from './link-form.tsx'
import { LinkList } from './link-list.tsx'
import { Partners } from './partners.tsx'
import type { Subject } from './share-queries.ts'

/** Shows a report, a map or a trial to others: by links, and a trial to other accounts. */
export const ShareDialog = ({ subject, onClose }: { subject: Subject; onClose: () => void }) => (
  <Dialog title="Share" onClose={onClose}>
    <div className="flex flex-col gap-8">
      <section aria-labelledby="share-links" className="flex flex-col gap-4">
        <div>
          <h3 id="share-links" className="font-semibold">
            Links
          </h3>
          <p className="mt-1 text-sm text-muted">
            Who has a link sees this {subject.kind} without logging in, and nothing else of your account. No names of
            people are shown.
          </p>
        </div>
        <LinkList subject={subject} />
        <LinkForm subject={subject} />
      </section>
      {subject.kind === 'trial' && (
        <section aria-labelledby="share-partners" className="flex flex-col gap-4 border-t border-line pt-6">
          <div>
            <h3 id="share-partners" className="font-semibold">
              Partner stations
            </h3>
            <p className="mt-1 text-sm text-muted">
              Another account finds the trial under its own trials. It stays yours, as does the storage it takes.
            </p>
          </div>
          <Partners trialId={subject.id} />
        </section>
      )}
    </div>
  </Dialog>
)
