import { useState } from 'react'
import { useCreateTrial } from '../trial-queries.ts'
import { type Customer, CustomerField } from './customer-field.tsx'
import { TrialDialog, type TrialValues } from './trial-dialog.tsx'

type NewTrialProps = {
  /** Of the customer who makes it; null for staff, who choose a customer. */
  projects: readonly string[] | null
  onMade: (trialId: string) => void
  onClose: () => void
}

export function NewTrial({ projects, onMade, onClose }: NewTrialProps) {
  const isForStaff = projects === null
  const create = useCreateTrial()
  const [customer, setCustomer] = useState<Customer | null>(null)
  const [isMissing, setIsMissing] = useState(false)
  const save = ({ name, projectType, crop, plantingDate }: TrialValues) => {
    setIsMissing(isForStaff && customer === null)
    if (isForStaff && customer === null) return
    create.mutate(
      {
        name,
        ...(customer && { userId: customer.cognitoUserId }),
        ...(projectType && { projectType }),
        ...(crop && { crop }),
        ...(plantingDate && { plantingDate }),
      },
      {
        onSuccess: ({ data }) => {
          onMade(data.trialId)
          onClose()
        },
      },
    )
  }
  return (
    <TrialDialog
      title="New trial"
      projects={projects ?? customer?.projectTypes ?? []}
      saving={create}
      onSave={save}
      onClose={onClose}
    >
      {isForStaff && (
        <CustomerField
          chosen={customer}
          error={isMissing && !customer ? 'Choose the customer of this trial' : undefined}
          onChoose={setCustomer}
        />
      )}
    </TrialDialog>
  )
}
